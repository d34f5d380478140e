import { callHttp, limitCpu, PacedLoad } from '@governance/testing';
import { type Bench } from '../bench';
import { attackAtRate } from '../load/constant-rate';
import { type FixedRequest } from '../load/requests';
import { attack } from '../load/vegeta';
import { type LoopReport, type OverloadReport, type SizeReport } from '../report/growth';
import { findKnee } from './find-knee';
import { loopFigures, overloadFigures, rateFigures } from './load-figures';
import { type Workload } from './workloads';

/** The p99 in milliseconds up to which a rate counts as served. */
export const p99Bound = 100;

/** A workload with the table as it is now. */
export class Measurement {
  private constructor(
    private readonly bench: Bench,
    private readonly workload: Workload,
    private readonly requests: readonly FixedRequest[],
  ) {}

  /** Checks a response, and warms the program up. */
  static async begin(bench: Bench, workload: Workload): Promise<Measurement> {
    const requests = await workload.requests();
    const [first] = requests;
    if (!first) throw new Error(`${workload.name} has no requests`);
    const { method, path, headers = {}, body } = first;
    const url = workload.program.origin + path;
    const answer = await callHttp(url, { method, headers, ...(body !== undefined && { body }) });
    if (answer.status !== workload.status || !answer.text.includes(workload.text))
      throw new Error(`${workload.name}: ${answer.status} ${answer.text}`);
    const measurement = new Measurement(bench, workload, requests);
    await measurement.loop(8);
    return measurement;
  }

  /** By number of connections, and the knee. */
  async size(rows: number): Promise<SizeReport> {
    const { probes, probeSeconds, ...form } = this.bench.setup.form.growth;
    const loops: LoopReport[] = [];
    for (const count of form.connections) loops.push(await this.loop(count));
    const tried = await findKnee(capacityOf(loops), probes, async (perSecond) => {
      await this.workload.reset?.();
      const amount = Math.max(1, Math.round(perSecond * probeSeconds));
      const rate = { requests: this.requests, perSecond, amount };
      const hits = await attackAtRate(this.bench, this.workload.program, rate);
      const { p99, refused } = rateFigures(hits, { status: this.workload.status, perSecond });
      return { perSecond, p99, isKept: refused === 0 && p99 <= p99Bound };
    });
    return { rows, loops, tried };
  }

  /**
   * Twice as many requests as a quarter of the core serves, and then half as many at once. With all of the core, PostgreSQL and the
   * load would be full before the program.
   */
  async overload(): Promise<OverloadReport> {
    const { program, status } = this.workload;
    const [request] = this.requests;
    if (!request) throw new Error(`${this.workload.name} has no requests`);
    using limits = new DisposableStack();
    limits.use(limitCpu(program.pid));
    const order = { port: Number(new URL(program.origin).port), request: bytesOf(request) };
    const { loopSeconds, overloadSeconds: seconds } = this.bench.setup.form.growth;
    const before = await new PacedLoad({ ...order, steps: [{ clients, seconds: loopSeconds }] }).run();
    const perSecond = Math.round((2 * before.exchanges.length) / loopSeconds);
    await this.workload.reset?.();
    const steps = [
      { requestsPerSecond: perSecond, seconds },
      { requestsPerSecond: perSecond / 4, seconds: seconds / 2 },
    ];
    const result = await new PacedLoad({ ...order, steps }).run();
    return overloadFigures({ status, perSecond, seconds, result, bound: p99Bound });
  }

  private async loop(connections: number): Promise<LoopReport> {
    await this.workload.reset?.();
    const counts = ['workers', 'max-workers', 'connections'].map((name) => `-${name}=${connections}`);
    const options = ['-rate=0', `-duration=${this.bench.setup.form.growth.loopSeconds}s`, ...counts];
    const hits = await attack(this.bench, this.workload.program, { requests: this.requests, options });
    return { connections, ...loopFigures(hits, this.workload.status) };
  }
}

/** As many as fill a statement of the batcher. */
const clients = 64;

/** As they are sent on a connection. */
function bytesOf({ method, path, headers, body = '' }: FixedRequest): string {
  const lines = Object.entries({ host: 'bench.example.org', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const length = body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  return [`${method} ${path} HTTP/1.1`, ...lines, ...length, '', body].join('\r\n');
}

function capacityOf(loops: readonly LoopReport[]): number {
  return Math.max(...loops.map(({ perSecond }) => perSecond));
}
