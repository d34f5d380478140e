import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless it is a string. */
  readonly body?: unknown;
  /** The connection is cut after this much of the body. */
  readonly cutAfter?: number;
}

/** Undefined: no answer at all. */
type Handler = (request: Received) => Answer | undefined;

/** A server of the tests, over real HTTP. Requests without an answer stay open until it closes. */
export class TestServer {
  readonly received: Received[] = [];
  private handler: Handler = () => ({ status: 404, body: { error: 'not_found', error_description: 'none' } });

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response) => {
      void text(request).then((body) => {
        const { method = '', url = '', headers } = request;
        const received = { method, url, headers, body };
        this.received.push(received);
        const answer = this.handler(received);
        if (!answer) return;
        const { status = 200, headers: own = {}, body: content = '', cutAfter } = answer;
        const isText = typeof content === 'string';
        response.writeHead(status, {
          ...(!isText && { 'content-type': 'application/json; charset=utf-8' }),
          ...own,
        });
        const bytes = isText ? content : JSON.stringify(content);
        if (cutAfter === undefined) response.end(bytes);
        else response.write(bytes.slice(0, cutAfter), () => request.socket.destroy());
      });
    });
  }

  static async start(): Promise<TestServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TestServer(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Answers every request from now on, and forgets the earlier ones. */
  handle(handler: Handler): void {
    this.received.length = 0;
    this.handler = handler;
  }

  /** Answers these in turn, the last one from then on. */
  answer(...answers: (Answer | undefined)[]): void {
    this.handle(() => answers[Math.min(this.received.length, answers.length) - 1]);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
