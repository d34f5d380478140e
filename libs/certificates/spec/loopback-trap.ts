import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A server that must receive no request; `hits` are the paths that were requested. */
export interface LoopbackTrap {
  readonly url: string;
  readonly hits: readonly string[];
  readonly close: () => void;
}

export async function loopbackTrap(): Promise<LoopbackTrap> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end();
  });
  server.on('upgrade', (request, socket) => {
    hits.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, hits, close: () => server.close() };
}
