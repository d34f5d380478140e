import { Public } from '@governance/auth-guards';
import { Controller, Get, Module, Param, Post } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { type AddressInfo, connect, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { createHttpApp } from '../create-http-app';
import { createProgramLog, timeLimits } from '@governance/runtime';
import { Problem } from '@governance/kernel';
import { overTls, platformSurface, publicSurface, type Surface } from '../surface';

@Public()
@Controller('things')
class ThingsController {
  @Get(':id')
  find(@Param('id') id: string): { id: string } {
    return { id };
  }

  @Post()
  write(): object {
    return {};
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

type Line = Readonly<Record<string, unknown>>;

interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

function answerOf(raw: string): RawAnswer {
  const [head = '', body = ''] = raw.split('\r\n\r\n', 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers();
  for (const line of lines)
    headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1));
  return { status: Number(statusLine.split(' ')[1]), headers, body: JSON.parse(body) };
}

const notHttp = 'the request is not valid HTTP';
const json = 'Content-Type: application/json\r\n';

interface Raw {
  readonly what: string;
  readonly sent: string;
  readonly status: number;
  readonly text: string;
}

/** Raw input, and the expected response. */
const requests: readonly Raw[] = [
  { what: 'noise', sent: 'noise\r\n\r\n', status: 400, text: notHttp },
  {
    what: 'a TLS handshake',
    sent: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    status: 400,
    text: notHttp,
  },
  { what: 'HTTP/2', sent: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: 400, text: notHttp },
  {
    what: 'a head that is too large',
    sent: `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
    status: 431,
    text: 'the head of the request is too large',
  },
  {
    what: 'two lengths',
    sent: 'POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    status: 400,
    text: notHttp,
  },
  {
    what: 'a CONNECT',
    sent: 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n',
    status: 400,
    text: notHttp,
  },
  {
    what: 'a missing Host',
    sent: 'GET /things/1 HTTP/1.1\r\n\r\n',
    status: 400,
    text: 'the header Host is missing',
  },
  {
    what: 'a second Host',
    sent: 'GET /things/1 HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n',
    status: 400,
    text: 'the header Host must be sent once',
  },
  {
    what: 'a broken authority',
    sent: 'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n',
    status: 400,
    text: 'the request target is not valid',
  },
  {
    what: 'another scheme',
    sent: 'GET ftp://x/things/1 HTTP/1.1\r\nHost: x\r\n\r\n',
    status: 400,
    text: 'the request target is not valid',
  },
  {
    what: 'an unknown expectation',
    sent: `POST /things HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n${json}Content-Length: 2\r\n\r\n{}`,
    status: 417,
    text: 'the only supported expectation is 100-continue',
  },
  {
    what: 'half a head',
    sent: 'GET /things/1 HTTP/1.1\r\nHost:',
    status: 408,
    text: 'the request timed out',
  },
  {
    what: 'half a body',
    sent: `POST /things HTTP/1.1\r\nHost: x\r\n${json}Content-Length: 9\r\n\r\n{"a"`,
    status: 408,
    text: 'the request timed out',
  },
  { what: 'nothing at all', sent: '', status: 408, text: 'the request timed out' },
];

describe.each([publicSurface, platformSurface])('the $name surface', (plain: Surface) => {
  const surface = overTls(plain, { environment: 'production', baseUrl: 'https://x.example' });
  let app: NestExpressApplication;
  let lines: Line[];

  beforeEach(async () => {
    lines = [];
    const write = (line: string): void => void lines.push(JSON.parse(line) as Line);
    app = await createHttpApp({
      module: ThingsModule,
      surface,
      logger: createProgramLog({ program: 'spec', level: 'info' }, { write }),
      timeLimits: {
        ...timeLimits,
        headersTimeout: 400,
        requestTimeout: 600,
        connectionsCheckingInterval: 20,
      },
    });
    await app.listen(0, '127.0.0.1');
  });
  afterEach(() => app.close());

  /** Sends raw bytes, and reads until the server closes the connection. */
  async function send(bytes: string): Promise<RawAnswer> {
    const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes, 'latin1');
    return answerOf(await text(socket));
  }

  it.each(requests)(
    'answers $what in its own shape, with its headers, and logs it § 9.4b V4.2.1',
    async (raw) => {
      const { sent, status, text: words } = raw;
      const answer = await send(sent);
      const body = surface.renderProblem(new Problem('invalid', words));
      expect(answer).toMatchObject({ status, body });
      const requestId = answer.headers.get('x-request-id');
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      for (const [name, value] of Object.entries(surface.headers))
        expect(answer.headers.get(name)).toBe(value);
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(answer.headers.get('connection')).toBe('close');
      expect(lines.filter((line) => line.requestId === requestId)).toMatchObject([
        { status, surface: surface.name },
      ]);
    },
  );

  it('takes an absolute target', async () => {
    const answer = await send(
      'GET http://x.example/things/1?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatchObject({ status: 200, body: { id: '1' } });
  });

  it('takes HTTP/1.0 without a Host', async () => {
    expect(await send('GET /things/1 HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200, body: { id: '1' } });
  });

  it.each([
    ['a client that asks for both', 'Connection: keep-alive, Close\r\nContent-Length: 2\r\n\r\n{}'],
    [
      'chunks in HTTP/1.0',
      'Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ],
  ])('closes the connection after its answer to %s § V4.2.1', async (_what, rest) => {
    const answer = await send(`POST /things HTTP/1.0\r\n${json}${rest}`);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('connection')).toBe('close');
  });

  it.each([
    ['/things/%zz', '%zz'],
    ['/things/%E0%A4%A', '%E0%A4%A'],
    ['/things/%ff%41?x=%zz', '%ff%41'],
    ['/things/%2541', '%41'],
  ])('treats a segment that cannot be decoded literally: %s § V1.2.9', async (path, id) => {
    const answer = await send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatchObject({ status: 200, body: { id } });
  });

  it.each(['/THINGS/1', '/Things/1', '/thingS/1'])(
    'has one spelling of a path: %s is unknown § V1.1.1',
    async (path) => {
      expect((await send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).status).toBe(404);
    },
  );
});

describe('overTls', () => {
  it.each([
    ['development', 'https://x.example'],
    ['staging', 'https://x.example'],
    ['production', 'http://x.example'],
  ])('promises nothing in %s at %s', (environment, baseUrl) => {
    expect(overTls(publicSurface, { environment, baseUrl })).toBe(publicSurface);
  });
});
