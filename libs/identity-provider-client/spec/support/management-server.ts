import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  /** The JSON body, or the fields of a form; undefined without a body. */
  readonly body: unknown;
}

/** A server in place of the provider, with responses defined by specs. */
export interface ManagementServer {
  /** The URL for the adapter. */
  readonly managementUrl: string;
  readonly seen: readonly SeenRequest[];
  /** Sets the responses to the following requests, in order; the last one repeats. */
  answer(...ways: RequestListener[]): void;
  close(): Promise<void>;
}

export async function startManagementServer(): Promise<ManagementServer> {
  const seen: SeenRequest[] = [];
  let ways: RequestListener[] = [];
  const server = createServer((req, res) => {
    void see(req).then((request) => {
      seen.push(request);
      const [way] = ways;
      if (ways.length > 1) ways.shift();
      way?.(req, res);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    managementUrl: `http://127.0.0.1:${port}/management`,
    seen,
    answer: (...next) => {
      seen.length = 0;
      ways = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function see(req: IncomingMessage): Promise<SeenRequest> {
  const { method, url, headers } = req;
  return { method, url, headers, body: await bodyOf(req) };
}

async function bodyOf(req: IncomingMessage): Promise<unknown> {
  const type = req.headers['content-type'];
  if (type === undefined) return undefined;
  return type === 'application/json' ? json(req) : Object.fromEntries(new URLSearchParams(await text(req)));
}

/** Answers with a status and JSON. */
export function answering(status: number, body: unknown): RequestListener {
  return (_req, res) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}
