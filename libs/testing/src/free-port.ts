import { createServer } from 'node:net';

/** Another program listens on the requested port. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';

  constructor(readonly port: number) {
    super(`Port ${port} is taken by another program.`);
  }
}

/** Listens for a moment. Resolves to the code of the error, if any. */
function tryPort(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? error.message);
    });
    server.listen({ port, host, exclusive: true }, () => {
      server.close(() => {
        resolve(undefined);
      });
    });
  });
}

/** The machine has no such address, for example without IPv6: the port is not taken. */
const noSuchHost: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** Whether a server could listen on this port of every host now. A port that we may not use counts as taken. */
export async function isPortFree(port: number, hosts: readonly string[] = ['127.0.0.1']): Promise<boolean> {
  // One after the other: on some systems the wildcard address collides with the others.
  for (const host of hosts) {
    const error = await tryPort(port, host);
    if (error !== undefined && !noSuchHost.includes(error)) return false;
  }
  return true;
}

/** Below the ephemeral range, whose ports the system reuses within moments. */
const first = 15_000;
const count = 17_000;

/** Ports given by this process: their callers may not listen yet. */
const given = new Set<number>();

/** A TCP port that is free now and is given once. Another process may still take it before the caller does. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = first + Math.floor(Math.random() * count);
    if (given.has(port)) continue;
    given.add(port);
    if (await isPortFree(port, ['127.0.0.1', '0.0.0.0', '::'])) return port;
  }
  throw new Error('No TCP port is free.');
}
