import { closeServer, listen, portOf, until } from '@governance/testing';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

const ofOneConnection = ['connection', 'keep-alive', 'transfer-encoding'];

/** The headers that a proxy forwards (RFC 9110, 7.6.1). */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneConnection.includes(name)));
}

/**
 * An ingress that sends requests to a Kubernetes Service over persistent connections. Each new connection goes to the next
 * replica, and an open one stays with its replica even after `forget`. It never retries, so a request without a response fails with 502.
 */
export class ServiceProxy {
  /** The number of requests that each replica has answered, by origin, including former ones. */
  readonly answered = new Map<string, number>();
  private readonly replicas: string[] = [];
  private readonly replicaOf = new WeakMap<Socket, string>();
  private readonly underWay: Socket[] = [];
  private readonly agent = new ServiceAgent(() => this.connection());
  private readonly server = createServer((req, res) => {
    this.pass(req, res);
  });

  get origin(): string {
    return `http://127.0.0.1:${portOf(this.server)}`;
  }

  async started(): Promise<this> {
    await listen(this.server);
    return this;
  }

  add(replica: string): void {
    this.replicas.push(replica);
  }

  /** Opens no further connections to it. */
  forget(replica: string): void {
    this.replicas.splice(this.replicas.indexOf(replica), 1);
  }

  /** Resolves while a request to the replica is in transit and unanswered. */
  async busy(replica: string): Promise<void> {
    await until(() => this.underWay.some((socket) => this.replicaOf.get(socket) === replica));
  }

  /** The next requests open new connections. */
  closeIdleConnections(): void {
    for (const socket of Object.values(this.agent.freeSockets).flat()) socket?.destroy();
  }

  async close(): Promise<void> {
    const closed = closeServer(this.server);
    this.agent.destroy();
    await closed;
  }

  private connection(): Socket {
    const replica = this.replicas.shift() ?? '';
    this.replicas.push(replica);
    const { hostname, port } = new URL(replica);
    const socket = connect(Number(port), hostname);
    this.replicaOf.set(socket, replica);
    return socket;
  }

  private pass(req: IncomingMessage, res: ServerResponse): void {
    const { method, headers, url: path = '' } = req;
    const sent = request({ agent: this.agent, method, path, headers: endToEnd(headers) });
    sent.once('socket', (socket) => {
      this.underWay.push(socket);
      sent.once('close', () => {
        this.underWay.splice(this.underWay.indexOf(socket), 1);
      });
    });
    sent.on('response', (answer) => {
      const replica = this.replicaOf.get(answer.socket) ?? '';
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

/** Reuses connections in turn, without regard to the replica. */
class ServiceAgent extends Agent {
  constructor(private readonly connection: () => Socket) {
    super({ keepAlive: true, scheduling: 'fifo' });
  }

  override createConnection(): Socket {
    return this.connection();
  }
}
