import { setTimeout as delay } from 'node:timers/promises';
import { type Exchange, type LoadOrder, type LoadResult } from './exchange';
import { HttpConnection, type RawAnswer } from './http-connection';

/** A client gives up after this time. */
const patienceMs = 10_000;
/**
 * The connections that a load balancer keeps to one process. Each has had an answer before the load begins: under load, Node
 * accepts one new connection per turn of its event loop (libuv pull request 3696). A request that finds all in use waits for one.
 */
const connections = 1_000;
const sampled = 5;
const probe = 'GET /health HTTP/1.1\r\nhost: probe.example.org\r\n\r\n';

/** Sends one request again and again, on connections that are open before the load begins. */
export class PacedLoad {
  private readonly exchanges: Exchange[] = [];
  private readonly ids: string[] = [];
  private readonly unclear: string[] = [];
  private readonly idle: HttpConnection[] = [];
  private readonly waiting: ((connection: HttpConnection) => void)[] = [];
  private readonly pending = new Set<Promise<void>>();
  private began = 0;

  constructor(private readonly order: LoadOrder) {}

  async run(): Promise<LoadResult> {
    await this.connect();
    this.began = this.now();
    let end = 0;
    for (const step of this.order.steps) {
      end += step.seconds * 1_000;
      if ('clients' in step)
        await Promise.all(Array.from({ length: step.clients }, () => this.repeatUntil(end)));
      else await this.sendAtRate(step.requestsPerSecond, end);
    }
    await Promise.all(this.pending);
    for (const connection of this.idle) connection.close();
    return { exchanges: this.exchanges, ids: this.ids, unclear: this.unclear };
  }

  private async connect(): Promise<void> {
    const opened = Array.from({ length: connections }, () => new HttpConnection(this.order.port));
    await Promise.all(opened.map((connection) => connection.open));
    await Promise.all(opened.map((connection) => connection.send(probe)));
    this.idle.push(...opened);
  }

  private now(): number {
    // eslint-disable-next-line no-restricted-syntax -- requests are sent at times
    return performance.now() - this.began;
  }

  private async repeatUntil(end: number): Promise<void> {
    while (this.now() < end) await this.exchange();
  }

  private async sendAtRate(perSecond: number, end: number): Promise<void> {
    const begin = this.now();
    for (let sent = 0; this.now() < end;) {
      const due = Math.floor(((this.now() - begin) / 1_000) * perSecond);
      for (; sent < due; sent++) {
        const exchange = this.exchange();
        this.pending.add(exchange);
        void exchange.then(() => this.pending.delete(exchange));
      }
      await delay(1);
    }
  }

  private async exchange(): Promise<void> {
    const sentAt = this.now();
    const answer = await this.answerTo(this.order.request);
    this.exchanges.push({ sentAt, waitedMs: this.now() - sentAt, status: answer?.status ?? 0 });
    if (answer) this.note(answer);
  }

  /** Undefined when the request is not answered in time; the wait for a connection counts. */
  private async answerTo(request: string): Promise<RawAnswer | undefined> {
    const deadline = this.now() + patienceMs;
    const connection = await this.connection();
    const timer = setTimeout(
      () => {
        connection.close();
      },
      Math.max(0, deadline - this.now()),
    );
    const answer = await connection.send(request);
    clearTimeout(timer);
    this.free(connection.isOpen ? connection : new HttpConnection(this.order.port));
    return answer;
  }

  private connection(): HttpConnection | Promise<HttpConnection> {
    // The one unused for longest, so that the service closes none for want of use.
    return this.idle.shift() ?? new Promise((resolve) => this.waiting.push(resolve));
  }

  private free(connection: HttpConnection): void {
    const next = this.waiting.shift();
    if (next) next(connection);
    else this.idle.push(connection);
  }

  private note({ status, head, body }: RawAnswer): void {
    if (status === 201) this.ids.push(/"id":"([^"]+)"/.exec(body)?.[1] ?? '');
    const isClear = status === 503 && /\r\nretry-after: \d/i.test(head) && body.startsWith('{"error":"');
    if (status >= 300 && !isClear && this.unclear.length < sampled) this.unclear.push(`${head}\n${body}`);
  }
}
