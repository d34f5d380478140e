import { callHttp } from '@governance/testing';
import { type Bench } from '../bench';
import { attackAtRate } from '../load/constant-rate';
import { type FixedRequest } from '../load/requests';
import { attack, type Hit } from '../load/vegeta';
import { type LoopReport, type OverloadReport, type SizeReport } from '../report/growth';
import { findKnee } from './find-knee';
import { loopFigures, overloadFigures, rateFigures } from './load-figures';
import { type Workload } from './workloads';

/** The p99 in milliseconds up to which a rate counts as served. */
export const p99Bound = 100;

/** Twice as many as a program works on at once (`MAX_CONCURRENT_REQUESTS`): the others are refused. */
const connections = 512;

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
      const hits = await this.at(perSecond, { seconds: probeSeconds });
      const { p99, refused } = rateFigures(hits, { status: this.workload.status, perSecond });
      return { perSecond, p99, isKept: refused === 0 && p99 <= p99Bound };
    });
    return { rows, loops, tried };
  }

  /** Twice as many requests as were served at most, and then half as many at once. */
  async overload({ loops }: SizeReport): Promise<OverloadReport> {
    const capacity = capacityOf(loops);
    const seconds = this.bench.setup.form.growth.overloadSeconds;
    const [high, low] = [Math.round(2 * capacity), Math.round(capacity / 2)];
    await this.workload.reset?.();
    const overload = { perSecond: high, hits: await this.at(high, { seconds, connections }) };
    const after = { perSecond: low, hits: await this.at(low, { seconds, connections }) };
    return overloadFigures({ status: this.workload.status, overload, after, bound: p99Bound });
  }

  private async loop(connections: number): Promise<LoopReport> {
    await this.workload.reset?.();
    const counts = ['workers', 'max-workers', 'connections'].map((name) => `-${name}=${connections}`);
    const options = ['-rate=0', `-duration=${this.bench.setup.form.growth.loopSeconds}s`, ...counts];
    const hits = await attack(this.bench, this.workload.program, { requests: this.requests, options });
    return { connections, ...loopFigures(hits, this.workload.status) };
  }

  private at(
    perSecond: number,
    { seconds, connections }: { readonly seconds: number; readonly connections?: number },
  ): Promise<readonly Hit[]> {
    const { bench, requests, workload } = this;
    const amount = Math.max(1, Math.round(perSecond * seconds));
    const rate = { requests, perSecond, amount, ...(connections !== undefined && { connections }) };
    return attackAtRate(bench, workload.program, rate);
  }
}

function capacityOf(loops: readonly LoopReport[]): number {
  return Math.max(...loops.map(({ perSecond }) => perSecond));
}
