import { closeServer, listen } from '@governance/testing';
import { createServer } from 'node:http';

/** The loopback redirect of a program on a user's machine (RFC 8252, 7.3). */
export interface Loopback {
  readonly redirectUri: string;
  /** The address with which the browser returned. */
  called(): Promise<URL>;
  close(): Promise<void>;
}

const path = '/callback';

export async function openLoopback(): Promise<Loopback> {
  const { promise: called, resolve } = Promise.withResolvers<URL>();
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', redirectUri);
    if (url.pathname === path) resolve(url);
    res.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>You can close this page</h1>');
  });
  const redirectUri = `http://127.0.0.1:${await listen(server)}${path}`;
  return { redirectUri, called: () => called, close: () => closeServer(server) };
}
