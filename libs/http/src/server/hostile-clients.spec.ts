import { Public } from '@governance/auth-guards';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Gauge, Registry } from 'prom-client';
import { createHttpApp } from '../create-http-app';
import { ManagementServer, Readiness, type TimeLimits, timeLimits } from '@governance/runtime';
import { sendRaw } from '@governance/testing';
import { publicSurface } from '../surface';

/** More than the buffers of both ends of a connection hold. */
const large = 'x'.repeat(16_000_000);

@Public()
@Controller()
class LargeController {
  @Get('metrics')
  read(): string {
    return large;
  }

  @Post('metrics')
  write(): object {
    return {};
  }
}

@Module({ controllers: [LargeController] })
class LargeModule {}

class AlwaysReady extends Readiness {
  check(): Promise<void> {
    return Promise.resolve();
  }
}

const limits: TimeLimits = {
  ...timeLimits,
  headersTimeout: 300,
  requestTimeout: 400,
  responseTimeout: 600,
  connectionsCheckingInterval: 20,
  keepAliveTimeout: 100,
  refusalTimeout: 100,
};

/** A listening server, and its end. */
interface Listening {
  readonly port: number;
  close(): Promise<void> | void;
}

async function surfaceServer(): Promise<Listening> {
  const module = LargeModule;
  const options = { module, surface: publicSurface, logger: false, timeLimits: limits } as const;
  const app: NestExpressApplication = await createHttpApp(options);
  await app.listen(0, '127.0.0.1');
  return { port: Number(new URL(await app.getUrl()).port), close: () => app.close() };
}

async function managementServer(): Promise<Listening> {
  const registry = new Registry();
  new Gauge({ name: 'spec_large', help: large, registers: [registry] });
  const options = { port: 0, registry, readiness: new AlwaysReady(), timeLimits: limits };
  const management = new ManagementServer(options);
  await management.onModuleInit();
  return {
    port: management.port,
    close: () => {
      management.onApplicationShutdown();
    },
  };
}

/** The server's side of the next connection to a port. */
function acceptedOn(port: number): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  const look = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    if (socket.localPort !== port) return;
    unsubscribe('net.server.socket', look);
    resolve(socket);
  };
  subscribe('net.server.socket', look);
  return promise;
}

const get = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n';
const head = 'POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

interface Hold {
  /** All that the client sends at once. */
  readonly sends: string;
  /** The data that it then sends repeatedly. */
  readonly drips?: string;
  /** The client reads nothing. */
  readonly takesNothing?: true;
}

/** How clients hold their connections, which they never close. */
const clients: readonly (readonly [what: string, hold: Hold])[] = [
  ['sends nothing', { sends: '' }],
  ['sends half a line', { sends: 'GE' }],
  ['sends half a head', { sends: head }],
  ['sends a head byte by byte', { sends: `${head}X: `, drips: 'x' }],
  ['sends empty lines', { sends: '', drips: '\r\n' }],
  ['sends half a body', { sends: `${head}Content-Length: 100\r\n\r\n{"a"` }],
  ['sends a body byte by byte', { sends: `${head}Content-Length: 99999\r\n\r\n`, drips: ' ' }],
  ['sends a chunk without an end', { sends: `${head}Transfer-Encoding: chunked\r\n\r\nffff\r\n{` }],
  ['asks to go on and does not', { sends: `${head}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n` }],
  ['sends no body with a read', { sends: get.replace('\r\n\r\n', '\r\nContent-Length: 9\r\n\r\n') }],
  ['stays idle after an answer', { sends: get.replace('GET', 'HEAD') }],
  ['sends half a head after an answer', { sends: get.replace('GET', 'HEAD') + head }],
  ['speaks TLS and waits', { sends: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' }],
  ['sends noise and takes no answer', { sends: 'noise\r\n\r\n'.repeat(100_000), takesNothing: true }],
  ['takes no response', { sends: get, takesNothing: true }],
  ['takes none of many responses', { sends: get.repeat(4), takesNothing: true }],
  ['takes no response and sends half a head', { sends: get + head, takesNothing: true }],
];

describe.each([
  ['a surface', surfaceServer],
  ['the management port', managementServer],
])('a connection to %s ends when its client', (_name, listen) => {
  let listening: Listening;
  beforeAll(async () => {
    listening = await listen();
  });
  afterAll(() => listening.close());

  it.each(clients)('%s', async (_what, { sends, drips, takesNothing }) => {
    const accepted = acceptedOn(listening.port);
    // It keeps its side open after the server has closed its own.
    const client = connect({ port: listening.port, host: '127.0.0.1', allowHalfOpen: true });
    client.on('error', () => undefined);
    if (takesNothing) client.pause();
    else client.resume();
    client.write(sends, 'latin1');
    const dripping = setInterval(() => drips !== undefined && client.write(drips), 10);
    const held = await accepted;
    if (!held.closed) await once(held, 'close');
    clearInterval(dripping);
    client.destroy();
  });

  it('offers an upgrade, after an answer that says so (RFC 9110, 7.8)', async () => {
    const offer = 'HEAD /metrics HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
    const { status, headers } = await sendRaw(listening.port, offer + get);
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
  });
});
