import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A provider whose management API is out of order: it answers everything with what it was sent, one time after another. */
export interface EchoProvider {
  readonly managementUrl: string;
  /** The bodies of its calls. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

export async function startEchoProvider(): Promise<EchoProvider> {
  const received: string[] = [];
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      received.push(body);
      const echo = JSON.stringify({ error: body, headers: req.headers, url: req.url });
      // In turn: an error, an answer of another form, one that is cut off, and none.
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
