import { StoreUnavailable, Problem } from '@governance/kernel';
import { Public } from '@governance/auth-guards';
import { Body, Controller, Get, Module, Param, Post } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { createHttpApp } from './create-http-app';
import { Member } from './member.decorator';
import { platformSurface, publicSurface, type Surface } from './surface';

class NoteRequest {
  @Member()
  @IsOptional()
  @MaxLength(10)
  @IsString()
  readonly text?: string;

  @Member()
  readonly extra?: unknown;
}

@Public()
@Controller('notes')
class NotesController {
  @Post()
  write(@Body() note: NoteRequest): { members: string[] } {
    return { members: Object.entries(note).flatMap(([key, value]) => (value === undefined ? [] : [key])) };
  }

  @Get('lost')
  lost(): never {
    throw new Error('secret detail');
  }

  @Get('away')
  away(): never {
    throw new StoreUnavailable();
  }

  @Get('of/:name')
  of(@Param('name') name: string): never {
    throw new Problem('conflict', `${name} is taken`, { headers: { 'x-hint': 'yes' } });
  }
}

@Controller('closed')
class ClosedController {
  @Post()
  write(): string {
    return 'never';
  }
}

@Module({ controllers: [NotesController, ClosedController] })
class NotesModule {}

function objectOf(members: number): object {
  return Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, index]));
}

/** Status, text, body and media type. */
type Refusal = [number, string, string | Buffer<ArrayBuffer>, string?];

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

describe.each([publicSurface, platformSurface])('createHttpApp for the $name surface', (surface: Surface) => {
  let app: NestExpressApplication;
  let origin: string;

  beforeAll(async () => {
    app = await createHttpApp({ module: NotesModule, surface, logger: false });
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });
  afterAll(() => app.close());

  async function call(path: string, init?: RequestInit): Promise<Answer> {
    const response = await fetch(origin + path, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  function post(
    path: string,
    body: NonNullable<RequestInit['body']>,
    type = 'application/json',
  ): Promise<Answer> {
    return call(path, { method: 'POST', body, headers: { 'content-type': type } });
  }

  function problem(text: string, code: string): object {
    return surface.name === 'public' ? { error: text } : { error: code, error_description: text };
  }

  it('answers 404 for an unknown path, in the format of the surface, with any body § 7.1a', async () => {
    for (const answer of [await call('/nothing'), await post('/nothing', '{broken')]) {
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toEqual(problem('no such path', 'not_found'));
    }
  });

  it('answers 405 with Allow for a method that a path does not have', async () => {
    const answer = await call('/notes/lost', { method: 'DELETE' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual(problem('this path answers GET, HEAD', 'method_not_allowed'));
  });

  it('closes a route that declares no access, before its body is looked at', async () => {
    for (const body of ['{}', '{broken']) expect((await post('/closed', body)).status).toBe(401);
  });

  const notObject = 'the request body must be a JSON object';
  const notJson = 'the request body is not valid JSON';
  const otherEncoding = 'the encoding or character set of the body is not supported';
  const otherType = 'the request body must be application/json';
  const tooDeep = 'the request body is nested more than 16 deep';
  const illFormed = (name: string): string => `${name} must be well-formed text without NUL characters`;

  const refusals: readonly Refusal[] = [
    [400, notJson, '{broken'],
    ...['', '[]', '"text"', 'null', '3', 'true', '\ufeff[]'].map((body): Refusal => [400, notObject, body]),
    ...['\ufeff', '\ufeff\ufeff{}', ' ', '{"text":"a"} x', '{"text":"\u0000"}'].map((body): Refusal => [
      400,
      notJson,
      body,
    ]),
    [400, notJson, Buffer.from('{"text":"\xff"}', 'latin1')],
    [415, otherEncoding, Buffer.from('{}', 'utf16le'), 'application/json; charset=utf-16'],
    [415, otherEncoding, '{}', 'application/json; charset=koi8'],
    [400, tooDeep, `${'{"extra":'.repeat(17)}1${'}'.repeat(17)}`],
    [400, tooDeep, `{"extra":${'['.repeat(16)}${']'.repeat(16)}}`],
    [
      400,
      'the request body has more than 2,000 members',
      JSON.stringify({ extra: [objectOf(1_000), objectOf(1_000)] }),
    ],
    [400, illFormed('extra'), String.raw`{"extra":[{"a":["\ud800"]}]}`],
    [400, illFormed('extra'), String.raw`{"extra":{"a\u0000":1}}`],
    [400, illFormed('a member of the body'), String.raw`{"a\u0000":1}`],
    [415, otherType, 'text=1', 'application/x-www-form-urlencoded'],
    [415, otherType, '{}', 'text/plain'],
    [413, 'the request body is larger than 100 KiB', JSON.stringify({ text: 'x'.repeat(102_400) })],
    [400, 'text must be a string', '{"text":7}'],
    [400, 'text must be shorter than or equal to 10 characters', '{"text":"12345678901"}'],
    [400, illFormed('text'), String.raw`{"text":"a\u0000"}`],
    [400, illFormed('text'), String.raw`{"text":"\ud800"}`],
  ];

  it.each(refusals.map(([status, text, body, type]) => ({ status, text, body, type })))(
    'answers $status: $text § 7.2a',
    async ({ status, text, body, type }) => {
      const answer = await post('/notes', body, type);
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual(problem(text, 'invalid_request'));
    },
  );

  it.each([
    ['16 deep', `{"extra":${'['.repeat(15)}${']'.repeat(15)}}`],
    ['of 2,000 members', JSON.stringify({ extra: objectOf(1_999) })],
    ['after a byte order mark', '\ufeff{"extra":1}'],
    ['in escapes', String.raw`{"\u0065xtra":"\ud83d\ude00 \"\\"}`],
  ])('takes a body %s', async (_what, body) => {
    expect(await post('/notes', body, 'application/json; charset="UTF-8"')).toMatchObject({
      status: 201,
      body: { members: ['extra'] },
    });
  });

  it.each(['utf-8', 'utf8', '"UTF8"', 'Unicode-1-1-UTF-8', ' utf-8 ; profile=x'])(
    'takes the label of UTF-8 %j',
    async (label) => {
      const type = `application/json;charset=${label}`;
      expect(await post('/notes', '{"extra":"é"}', type)).toMatchObject({ status: 201 });
    },
  );

  it.each([
    ['text', '{"text":"a","text":"b"}'],
    ['text', String.raw`{"text":"a","te\u0078t":"b"}`],
    ['deep', '{"extra":[{"deep":1},{"deep":1,"x":{"deep":2},"deep":1}]}'],
    ['__proto__', '{"extra":{"__proto__":1,"__proto__":2}}'],
    ['a member of the body', '{"extra":{"not a name":1,"not a name":2}}'],
  ])('%s given twice: refused on the platform, the last counts in public', async (name, body) => {
    const answer = await post('/notes', body);
    if (surface.unknownMembers === 'ignore') expect(answer.status).toBe(201);
    else
      expect(answer).toMatchObject({
        status: 400,
        body: problem(`${name} is given more than once`, 'invalid_request'),
      });
  });

  it('takes declared members and counts null as absent', async () => {
    const answer = await post('/notes', '{"text":null,"extra":{"deep":[]}}');
    expect(answer).toMatchObject({ status: 201, body: { members: ['extra'] } });
  });

  it.each(['unknown', '__proto__', 'constructor', 'toString'])(
    'treats %s as an unknown member § V1.5.2 V15.3.6',
    async (key) => {
      const answer = await post('/notes', `{"${key}":{"polluted":true}}`);
      if (surface.unknownMembers === 'ignore')
        expect(answer).toMatchObject({ status: 201, body: { members: [] } });
      else
        expect(answer).toMatchObject({
          status: 400,
          body: problem(`${key} is not a member of this request`, 'invalid_request'),
        });
      expect(Object.keys({})).toEqual([]);
      expect('polluted' in {}).toBe(false);
    },
  );

  it('reveals nothing about an unexpected error § V16.5.1', async () => {
    const answer = await call('/notes/lost');
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual(problem('something went wrong on our side', 'server_error'));
  });

  it('answers 503 when a store is unavailable', async () => {
    const answer = await call('/notes/away');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.body).toEqual(
      problem('the service is temporarily unavailable, try again', 'temporarily_unavailable'),
    );
  });

  it('renders a problem with its headers', async () => {
    const answer = await call('/notes/of/ada');
    expect(answer.status).toBe(409);
    expect(answer.headers.get('x-hint')).toBe('yes');
    expect(answer.body).toEqual(problem('ada is taken', 'conflict'));
  });

  it('returns an acceptable request id and replaces any other', async () => {
    const echoed = await call('/nothing', { headers: { 'x-request-id': 'trace-1.A_b' } });
    expect(echoed.headers.get('x-request-id')).toBe('trace-1.A_b');
    for (const id of ['no spaces', 'x'.repeat(65)]) {
      const answer = await call('/nothing', { headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('sends the headers of the surface with every response and names no software § 9.4a', async () => {
    const answers = [
      await call('/nothing'),
      await post('/notes', '{broken'),
      await post('/notes', '{}'),
      await call('/notes/lost'),
    ];
    for (const { headers } of answers) {
      for (const [name, value] of Object.entries(surface.headers)) expect(headers.get(name)).toBe(value);
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  if (surface.name === 'platform') {
    it.each(['1.0', '', '1.0&api-version=1.0'])('accepts api-version=%s', async (version) => {
      expect((await call(`/notes/of/ada?api-version=${version}`)).status).toBe(409);
    });

    it.each(['2.0', '1', '01.0', '1.0.0', 'x', '1.0&api-version=1.1'])(
      'answers 400 for api-version=%s § 7.2c 9.3a',
      async (version) => {
        const answer = await call(`/notes/of/ada?api-version=${version}`);
        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({ error: 'unsupported_api_version' });
        expect(answer.headers.get('api-supported-versions')).toBe('1.0');
      },
    );

    it('checks the path before the version, and the version before access', async () => {
      expect((await call('/nothing?api-version=9.9')).status).toBe(404);
      expect((await post('/closed?api-version=9.9', '{}')).status).toBe(400);
    });
  }
});
