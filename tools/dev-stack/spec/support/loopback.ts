import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

/** The loopback redirect of a program on a user's machine (RFC 8252, 7.3). */
export interface Loopback {
  readonly redirectUri: string;
  /** The address with which the browser returned. */
  called(): Promise<URL>;
  close(): void;
}

const path = '/callback';

export async function openLoopback(): Promise<Loopback> {
  const { promise: called, resolve } = Promise.withResolvers<URL>();
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', redirectUri);
    if (url.pathname === path) resolve(url);
    res.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>You can close this page</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { redirectUri, called: () => called, close };
}
