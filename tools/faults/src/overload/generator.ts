import { setTimeout as delay } from 'node:timers/promises';
import { type Exchange, type LoadOrder, type LoadResult } from './exchange';
import { HttpConnection, type RawAnswer } from './http-connection';

/** A client gives up after this time. */
const patienceMs = 10_000;
/** More than the service may keep waiting; a further request then counts as not answered. */
const mostConnections = 12_000;
const sampled = 5;

/** Sends one request again and again. A process of its own, so that its work is not the service's. */
class Generator {
  private readonly exchanges: Exchange[] = [];
  private readonly ids: string[] = [];
  private readonly unclear: string[] = [];
  private readonly idle: HttpConnection[] = [];
  private readonly pending = new Set<Promise<void>>();
  private connections = 0;
  private readonly began = performance.now();

  constructor(private readonly order: LoadOrder) {}

  async run(): Promise<LoadResult> {
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

  private now(): number {
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

  private async answerTo(request: string): Promise<RawAnswer | undefined> {
    const connection = this.connection();
    if (!connection) return undefined;
    const timer = setTimeout(() => {
      connection.close();
    }, patienceMs);
    const answer = await connection.send(request);
    clearTimeout(timer);
    if (connection.isOpen) this.idle.push(connection);
    else this.connections -= 1;
    return answer;
  }

  private connection(): HttpConnection | undefined {
    for (;;) {
      const known = this.idle.pop();
      if (!known) break;
      if (known.isOpen) return known;
      this.connections -= 1;
    }
    if (this.connections === mostConnections) return undefined;
    this.connections += 1;
    return new HttpConnection(this.order.port);
  }

  private note({ status, head, body }: RawAnswer): void {
    if (status === 201) this.ids.push(/"id":"([^"]+)"/.exec(body)?.[1] ?? '');
    const isClear = status === 503 && /\r\nretry-after: \d/i.test(head) && body.startsWith('{"error":"');
    if (status >= 300 && !isClear && this.unclear.length < sampled) this.unclear.push(`${head}\n${body}`);
  }
}

process.once('message', (order: LoadOrder) => {
  void new Generator(order).run().then((result) => {
    process.send?.(result, () => process.exit(0));
  });
});
