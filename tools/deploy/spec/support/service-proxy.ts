import { until } from '@governance/testing';
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

const ofOneConnection = ['connection', 'keep-alive', 'transfer-encoding'];

/** The headers that a proxy forwards (RFC 9110, 7.6.1). */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneConnection.includes(name)));
}

/**
 * A proxy in front of a service's replicas, like a Kubernetes Service with an ingress: it sends requests to its replicas in
 * turn, over persistent connections. It never retries, so a request without a response from its replica fails with 502.
 */
export class ServiceProxy {
  /** The number of requests that each replica has answered, by origin, including former ones. */
  readonly answered = new Map<string, number>();
  private readonly replicas: string[] = [];
  private readonly underWay: string[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server = createServer((req, res) => {
    this.pass(req, res);
  });

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async started(): Promise<this> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  add(replica: string): void {
    this.replicas.push(replica);
  }

  /** Sends it no further requests, but waits for running ones. */
  forget(replica: string): void {
    this.replicas.splice(this.replicas.indexOf(replica), 1);
  }

  /** Resolves while a request to the replica is in transit and unanswered. */
  async busy(replica: string): Promise<void> {
    await until(() => this.underWay.includes(replica));
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
    await closed;
  }

  private pass(req: IncomingMessage, res: ServerResponse): void {
    const replica = this.replicas.shift();
    if (replica === undefined) {
      res.writeHead(503).end();
      return;
    }
    this.replicas.push(replica);
    const { method, headers, url = '' } = req;
    const sent = request(replica + url, { agent: this.agent, method, headers: endToEnd(headers) });
    this.underWay.push(replica);
    sent.once('close', () => {
      this.underWay.splice(this.underWay.indexOf(replica), 1);
    });
    sent.on('response', (answer) => {
      this.answered.set(replica, (this.answered.get(replica) ?? 0) + 1);
      res.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
      // Breaks the client's connection when the replica's breaks.
      pipeline(answer, res, () => undefined);
    });
    sent.on('error', () => {
      if (!res.headersSent) res.writeHead(502).end();
    });
    req.pipe(sent);
  }
}
