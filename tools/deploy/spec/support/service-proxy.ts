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

/** The headers that a proxy passes on (RFC 9110, 7.6.1). */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneConnection.includes(name)));
}

/**
 * What stands before the replicas of a service, as a Kubernetes Service with an ingress does: requests go in turn to the
 * replicas that it knows, over connections that are kept. Nothing is sent a second time, so a request that a replica does
 * not answer has failed, which its client is told by 502.
 */
export class ServiceProxy {
  /** How many requests each replica has answered, by its origin; those of before, too. */
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

  /** Nothing is sent to it any more; what is under way is still awaited. */
  forget(replica: string): void {
    this.replicas.splice(this.replicas.indexOf(replica), 1);
  }

  /** Resolves in a moment at which a request is on its way to the replica and not answered. */
  async busy(replica: string): Promise<void> {
    while (!this.underWay.includes(replica)) await new Promise(setImmediate);
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
      // Breaks the client's connection where the replica's breaks.
      pipeline(answer, res, () => undefined);
    });
    sent.on('error', () => {
      if (!res.headersSent) res.writeHead(502).end();
    });
    req.pipe(sent);
  }
}
