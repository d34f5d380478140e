import { setTimeout as delay } from 'node:timers/promises';
import { sendLoad } from '../load/load';
import { submissionRequest } from '../load/sample-submission';
import { type Goal } from '../measure/goal';
import { type PinnedProgram } from '../processes/pinned-program';
import { type BenchRow, type Findings } from '../row';
import { memoryOfDescendants, memoryUse } from './memory-use';
import { QueuedCertificates } from './queued-certificates';

const sampleMs = 250;
/** For a browser so long that it has been replaced once: its memory grows until then. */
const certificates = { full: 600, short: 60 };
const requests = { full: 30_000, short: 3_000 };

function goal(name: string, against: string, value: number): Goal {
  return { name, against, bound: 'at most', value, unit: 'MiB' };
}

/** In MiB, by what it is. */
type Sample = ReadonlyMap<string, number>;

const browser = 'browser';

/** The programs of both surfaces and the browser. */
class Memory {
  private readonly samples: Sample[] = [];

  constructor(
    private readonly programs: ReadonlyMap<string, PinnedProgram>,
    private readonly printing: PinnedProgram,
  ) {}

  /** Looks again and again, until the work is done. */
  async during(work: Promise<unknown>): Promise<void> {
    const over = work.then(() => true);
    do this.samples.push(this.sample());
    while (!(await Promise.race([over, delay(sampleMs, false)])));
  }

  findings(): Findings {
    const services = [...this.programs.keys()].map((name) => [name, this.highest(name)] as const);
    const largest = Math.max(...services.map(([, use]) => use));
    const all = Math.max(
      ...this.samples.map((sample) => [...sample.values()].reduce((sum, use) => sum + use)),
    );
    const inWords = services.map(([name, use]) => `${name} ${use.toFixed(0)}`).join(', ');
    return {
      figures: { service: [largest], browser: [this.highest(browser)], all: [all] },
      notes: [`MiB at the highest of ${this.samples.length} looks: ${inWords}`],
    };
  }

  private sample(): Sample {
    const services = [...this.programs].map(([name, { pid }]) => [name, memoryUse(pid)] as const);
    return new Map([...services, [browser, memoryOfDescendants(this.printing.pid)]]);
  }

  private highest(name: string): number {
    return Math.max(...this.samples.map((sample) => sample.get(name) ?? 0));
  }
}

export const memory: BenchRow = {
  number: 14,
  name: 'memory',
  work: 'memory under load (PSS), at its highest',
  goals: [
    goal('service', 'the largest of the services', 200),
    goal('browser', 'the browser, all of its processes', 350),
    goal('all', 'both surfaces, both workers and the browser', 900),
  ],
  async measure(bench) {
    const queued = await QueuedCertificates.open(bench, 'memory');
    const { product, main, worker } = queued.parts;
    const platform = await product.start('platform-api/main', {}, 'anywhere');
    const programs = new Map([
      ['public surface', main],
      ['public worker', worker],
      ['platform surface', platform],
      ['platform worker', await product.start('platform-api/worker', {}, 'anywhere')],
    ]);
    const seen = new Memory(programs, worker);
    const amount = requests[bench.form.kind];
    const unknown = {
      ...{ method: 'GET', headers: { accept: 'application/json' } },
      path: '/api/certification/verify/00000000-0000-4000-8000-000000000000',
    };
    const load = { connections: 16, amount };
    await seen.during(
      Promise.all([
        queued.submit(certificates[bench.form.kind]).then(() => queued.mailed()),
        sendLoad({ ...load, origin: main.origin, request: submissionRequest(), expectedStatus: 201 }),
        sendLoad({
          ...load,
          origin: platform.origin,
          request: unknown,
          expectedStatus: 200,
          expectedText: '"valid":false',
        }),
      ]),
    );
    await queued.check();
    return seen.findings();
  },
};
