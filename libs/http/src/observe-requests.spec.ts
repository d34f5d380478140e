import { Public } from '@governance/auth-guards';
import { Body, Controller, Get, Logger, Module, Param, Post } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Registry } from 'prom-client';
import { Member } from './member.decorator';
import { createHttpApp } from './create-http-app';
import { createProgramLog } from '@governance/runtime';
import { Problem } from '@governance/kernel';
import { until } from '@governance/testing';
import { platformSurface } from './surface';

class ThingRequest {
  @Member()
  readonly name?: unknown;
}

let release = Promise.withResolvers<undefined>();
let entered = Promise.withResolvers<undefined>();

@Public()
@Controller('things')
class ThingsController {
  private readonly logger = new Logger('Things');

  @Post()
  write(@Body() thing: ThingRequest): { name: unknown } {
    this.logger.log('written');
    return { name: thing.name };
  }

  @Get('held')
  async held(): Promise<string> {
    entered.resolve(undefined);
    await release.promise;
    return 'at last';
  }

  @Get(':id')
  find(@Param('id') id: string): never {
    throw id === 'lost'
      ? new Error('lost', { cause: new Error('deeper') })
      : new Problem('not_found', 'there is no such thing');
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

type Line = Readonly<Record<string, unknown>>;

describe('a server of the platform surface', () => {
  let app: NestExpressApplication;
  let origin: string;
  let lines: Line[];

  beforeEach(async () => {
    lines = [];
    release = Promise.withResolvers();
    entered = Promise.withResolvers();
    const write = (line: string): void => void lines.push(JSON.parse(line) as Line);
    const logger = createProgramLog({ program: 'spec', level: 'info' }, { write });
    app = await createHttpApp({ module: ThingsModule, surface: platformSurface, logger });
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });
  afterEach(() => app.close());

  async function call(path: string, init?: RequestInit): Promise<Response> {
    const response = await fetch(origin + path, init);
    await response.arrayBuffer();
    return response;
  }

  /** A line is written when its response ends, which the client may notice before the server. */
  async function lineWhere(matches: (line: Line) => boolean): Promise<Line> {
    return until(() => lines.find(matches));
  }

  async function open(text: string): Promise<Socket> {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  async function metrics(): Promise<string> {
    return app.get(Registry).metrics();
  }

  it('adds the request id to every log line of a request, also after its body', async () => {
    const headers = { 'content-type': 'application/json', 'x-request-id': 'r7' };
    await call('/things', { method: 'POST', headers, body: JSON.stringify({ name: 'x'.repeat(70_000) }) });
    expect(await lineWhere(({ msg }) => msg === 'written')).toMatchObject({
      context: 'Things',
      requestId: 'r7',
    });
    expect(await lineWhere(({ msg }) => msg === 'request')).toMatchObject({ requestId: 'r7', status: 201 });
  });

  it('logs the id that it answers', async () => {
    const id = (await call('/things/1')).headers.get('x-request-id');
    expect(await lineWhere(({ msg }) => msg === 'request')).toMatchObject({
      requestId: id,
      surface: 'platform',
    });
  });

  it('logs the cause of a server error once, in the line of the request § V16.3.4', async () => {
    await call('/things/lost');
    await call('/things/1');
    await lineWhere(({ status }) => status === 404);
    expect(lines).toMatchObject([
      { level: 'error', status: 500, err: { message: 'lost', cause: { message: 'deeper' } } },
      { level: 'info', status: 404 },
    ]);
    expect(lines[1]).not.toHaveProperty('err');
  });

  it('counts requests by route pattern, and refusals by kind', async () => {
    await call('/things/1');
    await call('/things/2');
    await call('/elsewhere');
    await lineWhere(({ path }) => path === '/elsewhere');
    const text = await metrics();
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/things/:id",status="404"} 2',
    );
    expect(text).toContain(
      'http_requests_refused_total{method="GET",route="unmatched",status="404",kind="not_found"} 1',
    );
  });

  it.each([
    { what: 'no HTTP', text: 'hello\r\n\r\n', status: '400 Bad Request' },
    {
      what: 'a head beyond 16 KiB',
      text: `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`,
      status: '431 Request Header',
    },
  ])('answers $what in the shape of the surface and with its headers', async ({ text, status }) => {
    const socket = await open(text);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    await once(socket, 'close');
    expect(answer.toString()).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
    expect(answer.toString()).toMatch(
      /api-supported-versions: 1\.0[^]*\{"error":"invalid_request","error_description":/,
    );
    expect(lines).toMatchObject([{ msg: 'malformed request', status: Number(status.slice(0, 3)) }]);
    expect(await metrics()).toContain(`http_malformed_requests_total{status="${status.slice(0, 3)}"} 1`);
  });

  it('on its way out finishes what is under way, closes what is idle and takes nothing new', async () => {
    const idle = await open('GET /things/1 HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(idle, 'data');
    const idleClosed = once(idle, 'close');
    const held = await open('GET /things/held HTTP/1.1\r\nHost: x\r\n\r\n');
    await entered.promise;

    const closing = app.close();
    await idleClosed;
    await expect(fetch(`${origin}/things/1`)).rejects.toThrow('fetch failed');
    release.resolve(undefined);
    const [answer] = (await once(held, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close[^]*at last$/i);
    await closing;
  });

  it('closes when it has never listened', async () => {
    const silent = await createHttpApp({ module: ThingsModule, surface: platformSurface, logger: false });
    await silent.init();
    await silent.close();
  });
});
