import { StoreUnavailable } from '@governance/kernel';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { createTestDatabase, given } from '@governance/testing';
import { Database } from './database';

const testDatabase = given(() => createTestDatabase({ migrate: () => Promise.resolve() }));
let server: Server;
let database: Database;
let silent: boolean;
const sockets = new Set<Socket>();

/** Forwards data to the server always, and to the client until it is `silent`. */
function relay(client: Socket): void {
  const { hostname, port } = new URL(testDatabase.url);
  const upstream = connect(Number(port), hostname);
  for (const socket of [client, upstream]) {
    sockets.add(socket);
    socket.on('error', () => undefined);
  }
  client.pipe(upstream);
  client.on('close', () => upstream.destroy());
  upstream.on('data', (chunk) => {
    if (!silent) client.write(chunk);
  });
}

const queryTimeoutMs = 1_000;
const one = { name: 'one', text: 'SELECT 1' };

beforeAll(async () => {
  server = createServer(relay).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  for (const socket of sockets) socket.destroy();
  await testDatabase.drop();
});
beforeEach(async () => {
  silent = false;
  const url = new URL(testDatabase.url);
  url.port = String((server.address() as AddressInfo).port);
  database = await Database.open({ url: url.href, poolSize: 1, queryTimeoutMs });
});
afterEach(() => database.close());

describe('a connection to a server that has gone silent', () => {
  it('is given up while an answer is owed, and the next one is another', async () => {
    await database.query(one);
    silent = true;
    await expect(database.query(one)).rejects.toThrow(StoreUnavailable);
    silent = false;
    expect((await database.query(one)).rowCount).toBe(1);
  });

  it('is given up within a transaction, without a second wait', async () => {
    await database.query(one);
    const rolledBack = jest.spyOn(Client.prototype, 'query');
    const work = database.inTransaction(async (query) => {
      silent = true;
      await query(one);
    });
    await expect(work).rejects.toThrow(StoreUnavailable);
    expect(rolledBack.mock.calls.flat()).not.toContain('ROLLBACK');
    rolledBack.mockRestore();
    silent = false;
    expect((await database.query(one)).rowCount).toBe(1);
  });

  it('stays while nothing is owed', async () => {
    const client = await database.connect();
    const session = async (): Promise<unknown> => (await client.query('SELECT pg_backend_pid()')).rows[0];
    const before = await session();
    const ended = jest.fn();
    client.once('end', ended);
    // Longer than two limits, during which only the connection's timer acts.
    const idle = connect((server.address() as AddressInfo).port, '127.0.0.1').setTimeout(3 * queryTimeoutMs);
    await once(idle, 'timeout');
    idle.destroy();
    expect(ended).not.toHaveBeenCalled();
    expect(await session()).toEqual(before);
    client.release();
  });
});
