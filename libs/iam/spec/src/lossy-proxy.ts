import { FaultyWire } from './faulty-wire';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A proxy that can lose single calls: it closes the connection before or after the origin has responded. */
export interface LossyProxy {
  readonly origin: string;
  readonly wire: FaultyWire;
  close(): Promise<void>;
}

export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const wire = new FaultyWire(() => new Error('lost'));
  const server = createServer((req, res) => {
    wire
      .call(() => askTarget(req, target))
      .then((answer) => passOn(answer, res))
      .catch(() => req.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    wire,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function askTarget(req: IncomingMessage, target: string): Promise<Response> {
  const { method = 'GET', url = '/', headers } = req;
  const body = await buffer(req);
  return fetch(target + url, {
    method,
    headers: ['authorization', 'content-type'].flatMap((name): [string, string][] => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
    ...(body.length > 0 && { body }),
  });
}

async function passOn(answer: Response, res: ServerResponse): Promise<void> {
  const type = answer.headers.get('content-type');
  res.writeHead(answer.status, type === null ? {} : { 'content-type': type }).end(await answer.text());
}
