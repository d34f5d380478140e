import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Connections } from './connections';

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
