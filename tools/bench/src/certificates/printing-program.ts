import { freePort } from '@governance/testing';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench } from '../bench';
import { type Contender } from '../measure/alternate';
import { treeCpu } from '../measure/process-cpu';
import { median } from '../measure/spread';
import { PinnedProgram } from '../processes/pinned-program';
import { openCpuGroup } from './cpu-group';
import { type PrintingTaskName } from './printing-tasks';

/** What a slice of printing came to. */
export interface PrintingSlice {
  readonly p50Ms: number;
  readonly perSecond: number;
  /** Of the program and its browser for each certificate, in milliseconds. */
  readonly cpuMs: number;
}

interface Run {
  readonly eachMs: readonly number[];
  readonly seconds: number;
}

let groups = 0;

/** A task of printing as a process of its own, with a browser of its own, on both cores. It ends with the bench. */
export class PrintingProgram {
  /** Whether it has printed so much that its code is compiled. */
  isWarm = false;

  private constructor(
    private readonly program: PinnedProgram,
    private readonly cpu: () => number,
    readonly cpuInWords: string,
  ) {}

  static async start(bench: Bench, task: PrintingTaskName): Promise<PrintingProgram> {
    const group = openCpuGroup(`bench-${process.pid}-${++groups}`);
    // After the program has ended; the last of its browser may take a moment longer.
    if (group) bench.defer(() => untilRemoved(group.remove));
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const browser = process.env.BROWSER_EXECUTABLE;
    const program = await PinnedProgram.start(bench, {
      name: task.replaceAll(/\W+/g, '-'),
      script: [join(process.cwd(), 'dist/tools/bench/task.js')],
      env: {
        PORT: String(port),
        TASK: task,
        ...(group && { CPU_GROUP: group.membersFile }),
        ...(browser !== undefined && { BROWSER_EXECUTABLE: browser }),
      },
      readyUrl: origin,
      origin,
      core: 'anywhere',
    });
    return group
      ? new PrintingProgram(program, group.read, 'CPU of the control group')
      : new PrintingProgram(program, () => treeCpu(program.pid), 'CPU of the process tree by /proc');
  }

  /** @throws when a certificate fails, or the last one is not as it must be. */
  async run(count: number, waiting = 1): Promise<PrintingSlice> {
    const before = this.cpu();
    const { eachMs, seconds } = await this.ask<Run>(`/run?count=${count}&waiting=${waiting}`);
    const cpuMs = (this.cpu() - before) / 1_000 / count;
    if (eachMs.length !== count) throw new Error(`${eachMs.length} of ${count} were printed`);
    await this.ask('/check');
    return { p50Ms: median(eachMs), perSecond: count / seconds, cpuMs };
  }

  private async ask<Answer>(path: string): Promise<Answer> {
    const response = await fetch(this.program.origin + path);
    if (!response.ok) throw new Error(`${await response.text()}\n${this.program.output()}`);
    return (await response.json()) as Answer;
  }
}

/** Prints for about as long as a slice is to last, with so many waiting. */
export class PrintingContender implements Contender<PrintingSlice> {
  private readonly waiting: number;
  /** At least so many before anything is measured: a worker that has run for long has all of its code compiled. */
  private readonly warmUpCount: number;
  private count = 0;

  constructor(
    private readonly bench: Bench,
    readonly name: string,
    private readonly program: PrintingProgram,
    { waiting = 1, warmUpCount = 1 }: { readonly waiting?: number; readonly warmUpCount?: number } = {},
  ) {
    this.waiting = waiting;
    this.warmUpCount = warmUpCount;
  }

  async warmUp(): Promise<void> {
    const { warmUpSeconds, sliceSeconds } = this.bench.form;
    const first = await this.program.run(8, this.waiting);
    const count = Math.max(Math.ceil(first.perSecond * warmUpSeconds), this.warmUpCount);
    const { perSecond } = this.program.isWarm ? first : await this.program.run(count, this.waiting);
    this.program.isWarm = true;
    this.count = Math.max(Math.ceil(perSecond * sliceSeconds), 4);
  }

  slice(): Promise<PrintingSlice> {
    return this.program.run(this.count, this.waiting);
  }
}

async function untilRemoved(remove: () => void): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      remove();
      return;
    } catch {
      await delay(20);
    }
  }
}
