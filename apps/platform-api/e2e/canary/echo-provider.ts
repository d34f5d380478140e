import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A provider with a broken management API: it echoes each request in its response, in several ways by turns. */
export interface EchoProvider {
  readonly managementUrl: string;
  /** The request bodies. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

export async function startEchoProvider(): Promise<EchoProvider> {
  const received: string[] = [];
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      received.push(body);
      const echo = JSON.stringify({ error: body, headers: req.headers, url: req.url });
      // In turn: an error, a response of another shape, a truncated one, and none.
      switch (received.length % 4) {
        case 1:
          return res.writeHead(500, { 'content-type': 'application/json' }).end(echo);
        case 2:
          return res.writeHead(200, { 'content-type': 'application/json' }).end(echo);
        case 3:
          return res.writeHead(200, body, { 'content-type': 'application/json' }).end(echo.slice(0, -9));
        default:
          return req.socket.destroy();
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    managementUrl: `http://127.0.0.1:${port}/management`,
    received,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
