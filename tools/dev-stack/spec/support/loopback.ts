import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Where a program on somebody's machine waits for the browser to come back (RFC 8252, 7.3). */
export interface Loopback {
  readonly redirectUri: string;
  /** The address that the browser has come back by. Rejects when it stays away. */
  called(): Promise<URL>;
  close(): void;
}

const path = '/callback';
const timeoutMs = 20_000;

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
  const late = (): Promise<never> =>
    delay(timeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`The browser does not come back to ${redirectUri}.`);
    });
  return { redirectUri, called: () => Promise.race([called, late()]), close };
}
