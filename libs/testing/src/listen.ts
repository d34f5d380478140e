import { once } from 'node:events';
import { type AddressInfo, type Server } from 'node:net';

/** Resolves to the port: by default any free one. @throws when it is taken. */
export async function listen(server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  await once(server.listen(port, host), 'listening');
  return portOf(server);
}

export function portOf(server: Pick<Server, 'address'>): number {
  return (server.address() as AddressInfo).port;
}

/** Ends the server and its connections. */
export async function closeServer(server: Server & { closeAllConnections: () => void }): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
