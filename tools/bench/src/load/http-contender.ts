import { type Contender, type Slice } from '../measure/alternate';
import { processCpu } from '../measure/process-cpu';
import { type PinnedProgram } from '../processes/pinned-program';
import { sendLoad, type Sent } from './load';

export interface HttpContenderOptions {
  readonly name: string;
  /** The programs that answer; with several, each gets its share of the requests at the same time. */
  readonly programs: readonly Pick<PinnedProgram, 'pid' | 'origin' | 'output'>[];
  readonly request: Sent;
  readonly expectedStatus: number;
  /** Stands in every body. */
  readonly expectedText?: string;
  /** CPU that PostgreSQL has used so far, in microseconds. */
  readonly databaseCpu: () => number;
  readonly sliceSeconds: number;
  readonly warmUpSeconds: number;
  /** In all. */
  readonly connections?: number;
}

/** Programs under load over HTTP. A slice is a fixed number of requests, so that every answer can be accounted for. */
export class HttpContender implements Contender<Slice> {
  readonly name: string;
  /** How many requests have been answered as expected so far. */
  answered = 0;
  private amount = 0;

  constructor(private readonly options: HttpContenderOptions) {
    this.name = options.name;
  }

  async warmUp(): Promise<void> {
    const { programs, sliceSeconds } = this.options;
    // Each program is to be as warm as one that is alone.
    const warmUpSeconds = this.options.warmUpSeconds * programs.length;
    let { perSecond } = await this.send(this.connections * 20 * programs.length);
    // The second time with a figure that compilation does not spoil any more.
    ({ perSecond } = await this.send(Math.ceil((perSecond * warmUpSeconds) / 2)));
    ({ perSecond } = await this.send(Math.ceil((perSecond * warmUpSeconds) / 2)));
    this.amount = Math.ceil(perSecond * sliceSeconds);
  }

  async slice(): Promise<Slice> {
    const { programs, databaseCpu } = this.options;
    const cpu = (): number => programs.reduce((sum, { pid }) => sum + processCpu(pid), 0);
    const before = { cpu: cpu(), database: databaseCpu() };
    const { requests, p50Ms, perSecond } = await this.send(this.amount);
    return {
      requests,
      cpu: (cpu() - before.cpu) / requests,
      databaseCpu: (databaseCpu() - before.database) / requests,
      p50Ms,
      perSecond,
    };
  }

  private get connections(): number {
    return this.options.connections ?? 32;
  }

  private async send(amount: number): Promise<{ requests: number; p50Ms: number; perSecond: number }> {
    const { programs, request, expectedStatus, expectedText } = this.options;
    const share = {
      connections: Math.ceil(this.connections / programs.length),
      amount: Math.max(Math.ceil(amount / programs.length), this.connections),
    };
    const answers = await Promise.all(
      programs.map((program) =>
        sendLoad({ origin: program.origin, request, expectedStatus, expectedText, ...share }).catch(
          (cause: unknown) => {
            const said = program.output().slice(-2_000);
            throw new Error(`${this.name}: ${String(cause)}\n${said}`, { cause });
          },
        ),
      ),
    );
    const requests = share.amount * programs.length;
    this.answered += requests;
    return {
      requests,
      p50Ms: answers.reduce((sum, { p50Ms }) => sum + p50Ms, 0) / answers.length,
      perSecond: answers.reduce((sum, { perSecond }) => sum + perSecond, 0),
    };
  }
}
