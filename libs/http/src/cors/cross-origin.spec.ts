import { Public } from '@governance/auth-guards';
import { callHttp, type HttpAnswer, sendRaw } from '@governance/testing';
import { Body, Controller, Delete, Get, Module, Param, Post } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { createHttpApp } from '../create-http-app';
import { Member } from '../member.decorator';
import { platformSurface, publicSurface, type Surface } from '../surface';
import { AnyOrigin } from './any-origin.decorator';
import { allowedHeaders, exposedHeaders } from './cross-origin';

class Note {
  @Member()
  readonly text?: string;
}

@Public()
@Controller('notes')
class NotesController {
  @Get(':id')
  read(@Param('id') id: string): object {
    return { id };
  }

  @Post()
  write(@Body() { text = '' }: Note): object {
    return { text };
  }

  @Get('lost/note')
  lost(): never {
    throw new Error('lost');
  }
}

@Public()
@Controller('published')
class PublishedController {
  @Get(':name.json')
  @AnyOrigin()
  read(@Param('name') name: string): object {
    return { name };
  }

  @Delete(':name.json')
  remove(): object {
    return {};
  }
}

@Controller('closed')
class ClosedController {
  @Post()
  write(): string {
    return 'never';
  }
}

@Module({ controllers: [NotesController, PublishedController, ClosedController] })
class NotesModule {}

const listed = 'https://app.example.org';
const others = [
  'https://other.example.org',
  'http://app.example.org',
  `${listed}.evil.example`,
  'null',
  '*',
  '',
];
/** The headers of a response that browsers read for cross-origin access. */
const names = [
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
  'access-control-allow-credentials',
];

function grantedBy({ headers }: Pick<HttpAnswer, 'headers'>): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => names.includes(name)));
}

interface Sent extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

const pageOf = (origin: string): Record<string, string> => ({ 'access-control-allow-origin': origin });

function preflightGrant(origin: string, methods: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': allowedHeaders.join(','),
    'access-control-max-age': '600',
  };
}

describe.each([publicSurface, platformSurface])('the $name surface', (surface: Surface) => {
  const apps: NestExpressApplication[] = [];
  let origin: string;
  let unlisted: string;

  async function start(corsOrigins?: readonly string[]): Promise<string> {
    const options = {
      module: NotesModule,
      surface,
      logger: false,
      ...(corsOrigins && { corsOrigins }),
    } as const;
    const app = await createHttpApp(options);
    apps.push(app);
    await app.listen(0, '127.0.0.1');
    return app.getUrl();
  }

  beforeAll(async () => {
    origin = await start([listed, 'http://localhost:5173']);
    unlisted = await start();
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));

  function ask(path: string, from: string, init: Sent = {}): Promise<HttpAnswer> {
    return callHttp(origin + path, { ...init, headers: { ...init.headers, origin: from } });
  }

  function preflight(path: string, method: string, from: string): Promise<HttpAnswer> {
    const headers = {
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    };
    return ask(path, from, { method: 'OPTIONS', headers });
  }

  it('grants a listed origin its responses, with the headers that clients need', async () => {
    for (const from of [listed, 'http://localhost:5173']) {
      const answer = await ask('/notes/1', from);
      expect([answer.status, grantedBy(answer)]).toEqual([200, pageOf(from)]);
      expect(answer.headers.get('access-control-expose-headers')).toBe(exposedHeaders.join(','));
      expect(answer.headers.get('vary')).toBe('Origin');
    }
  });

  it.each(others)('answers the origin %j without granting anything § V3.4.2', async (from) => {
    const answer = await ask('/notes/1', from);
    expect([answer.status, grantedBy(answer)]).toEqual([200, {}]);
    expect(answer.headers.get('vary')).toBe('Origin');
    const asked = await preflight('/notes', 'POST', from);
    expect([asked.status, grantedBy(asked)]).toEqual([405, {}]);
  });

  it('grants errors too, so that a page can tell the reason', async () => {
    const json = { 'content-type': 'application/json' };
    const errors: readonly (readonly [string, Sent, number])[] = [
      ['/notes', { method: 'POST', body: '{broken', headers: json }, 400],
      ['/notes', { method: 'POST', body: '"x"'.repeat(40_000), headers: json }, 413],
      ['/notes', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }, 415],
      ['/closed', { method: 'POST' }, 401],
      ['/nothing', {}, 404],
      ['/notes/1', { method: 'DELETE' }, 405],
      ['/notes/lost/note', {}, 500],
    ];
    for (const [path, init, status] of errors) {
      const answer = await ask(path, listed, init);
      expect([path, answer.status, grantedBy(answer)]).toEqual([path, status, pageOf(listed)]);
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    }
  });

  it('answers a preflight with the methods of the path, for any requested method', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await preflight('/notes/1', method, listed);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(grantedBy(answer)).toEqual(preflightGrant(listed, 'GET,HEAD'));
    }
    expect(grantedBy(await preflight('/notes', 'POST', listed))).toEqual(preflightGrant(listed, 'POST'));
  });

  it('answers a preflight like every other response, with the headers of the surface', async () => {
    const { headers } = await preflight('/notes', 'POST', listed);
    for (const [name, value] of Object.entries(surface.headers)) expect(headers.get(name)).toBe(value);
    expect(headers.get('x-request-id')).toMatch(/^[\w.-]+$/);
    expect(headers.get('vary')).toBe('Origin');
  });

  it('answers a preflight of an unknown path 404, and another OPTIONS 405', async () => {
    const unknown = await preflight('/nothing', 'GET', listed);
    expect([unknown.status, grantedBy(unknown)]).toEqual([404, {}]);
    const options = await ask('/notes', listed, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([405, 'POST']);
    const headers = { 'access-control-request-method': 'POST' };
    const withoutOrigin = await callHttp(`${origin}/notes`, { method: 'OPTIONS', headers });
    expect([withoutOrigin.status, grantedBy(withoutOrigin)]).toEqual([405, {}]);
  });

  it('refuses a malformed preflight', async () => {
    const lines = ['Host: x', 'Host: y', `Origin: ${listed}`, 'Access-Control-Request-Method: POST'];
    const answer = await sendRaw(
      Number(new URL(origin).port),
      ['OPTIONS /notes HTTP/1.1', ...lines, '', ''].join('\r\n'),
    );
    expect([answer.status, grantedBy(answer)]).toEqual([400, {}]);
  });

  it('grants a page a malformed request’s refusal', async () => {
    const answer = await sendRaw(
      Number(new URL(origin).port),
      ['GET /notes/1 HTTP/1.1', 'Host: x', 'Host: y', `Origin: ${listed}`, '', ''].join('\r\n'),
    );
    expect([answer.status, grantedBy(answer)]).toEqual([400, pageOf(listed)]);
  });

  it.each([listed, ...others])('grants %j what is published for any origin', async (from) => {
    const answer = await ask('/published/list.json', from);
    expect([answer.status, grantedBy(answer)]).toEqual([200, pageOf('*')]);
    expect(answer.headers.get('vary')).toBeNull();
    const head = await ask('/published/list.json', from, { method: 'HEAD' });
    expect([head.status, grantedBy(head)]).toEqual([200, pageOf('*')]);
  });

  it('answers a preflight for published data from any origin, and for another method of its path from listed ones', async () => {
    const path = '/published/list.json';
    const read = await preflight(path, 'GET', 'https://other.example.org');
    expect([read.status, grantedBy(read)]).toEqual([204, preflightGrant('*', 'DELETE,GET,HEAD')]);
    expect((await preflight(path, 'DELETE', 'https://other.example.org')).status).toBe(405);
    const remove = await preflight(path, 'DELETE', listed);
    expect([remove.status, grantedBy(remove)]).toEqual([204, preflightGrant(listed, 'DELETE,GET,HEAD')]);
    const removed = await ask(path, 'https://other.example.org', { method: 'DELETE' });
    expect(grantedBy(removed)).toEqual({});
  });

  it('grants no origin anything but published data by default', async () => {
    const headers = { origin: listed, 'access-control-request-method': 'POST' };
    const answer = await callHttp(`${unlisted}/notes/1`, { headers });
    expect([answer.status, grantedBy(answer), answer.headers.get('vary')]).toEqual([200, {}, null]);
    expect((await callHttp(`${unlisted}/notes`, { method: 'OPTIONS', headers })).status).toBe(405);
    expect(grantedBy(await callHttp(`${unlisted}/published/list.json`))).toEqual(pageOf('*'));
  });
});
