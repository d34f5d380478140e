import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Connections } from './connections';
import { timeLimits } from './time-limits';

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('the connections of a server that stops', () => {
  let server: Server;
  let connections: Connections;

  beforeEach(async () => {
    server = createServer((_req, res) => res.end('done'));
    connections = new Connections(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
  });

  async function connected(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }

  /** A connection that stays open after a first response. */
  async function kept(): Promise<Socket> {
    const socket = await connected();
    socket.write(request);
    await once(socket, 'data');
    return socket;
  }

  /** A connection that the server has not accepted yet. */
  async function begun(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connectionAttempt');
    return socket;
  }

  it.each([
    ['a connection that is kept', kept],
    ['a new connection', connected],
    ['a connection that is not accepted yet', begun],
  ])('answer what has reached it by then on %s, and close that', async (_name, open) => {
    const socket = await open();
    // Not yet read, and the server has not yet polled the socket.
    socket.write(request);
    const drained = connections.drain(60_000);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n[^]*done$/i);
    await drained;
  });

  it('are closed when they are idle', async () => {
    const socket = await kept();
    await Promise.all([once(socket, 'close'), connections.drain(60_000)]);
  });
});

describe('the connections of a server that takes last requests', () => {
  let server: Server;
  let connections: Connections;

  async function listen(lastRequestTimeout: number): Promise<void> {
    server = createServer((_req, res) => res.end('done'));
    connections = new Connections(server, { ...timeLimits, lastRequestTimeout });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  }
  /** A connection that stays open after a first response. */
  async function kept(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(request);
    await once(socket, 'data');
    return socket;
  }
  afterEach(() => {
    server.closeAllConnections();
  });

  it('each take one more request, whose response closes them, and the last of them ends the wait', async () => {
    await listen(600_000);
    const sockets = [await kept(), await kept()];
    const drained = connections.drain(60_000);
    for (const socket of sockets) {
      // The server has had time to close the connection.
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      socket.write(request);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n[^]*done$/i);
    }
    await drained;
    expect(server.listening).toBe(false);
  });

  it('are closed if they send none', async () => {
    await listen(50);
    const socket = await kept();
    await Promise.all([once(socket, 'close'), connections.drain(60_000)]);
  });

  it('are not waited for if there are none', async () => {
    await listen(600_000);
    await connections.drain(60_000);
    expect(server.listening).toBe(false);
  });
});

describe('a connection that is kept', () => {
  const responses: WeakRef<ServerResponse>[] = [];
  let server: Server;
  beforeEach(async () => {
    server = createServer((_req, res) => {
      responses.push(new WeakRef(res));
      res.end('done');
    });
    new Connections(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    server.close().closeAllConnections();
  });

  it('keeps no completed request in memory', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(request);
    await once(socket, 'data');
    await setImmediate();
    collectGarbage();
    expect(responses.map((response) => response.deref() === undefined)).toEqual([true]);
    expect(socket.readyState).toBe('open');
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
