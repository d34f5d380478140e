import { once } from 'node:events';
import { checkHistory } from './checker/check-history';
import { type Evidence, type Finding, type Promises } from './checker/finding';
import { Recorder } from './history/recorder';
import { Injector } from './inject/injector';
import { Load } from './load/load';
import { World } from './load/world';
import { type PlantedBug, plant } from './planted/planted-bugs';
import { type FaultName } from './schedule/catalogue';
import { planOf } from './schedule/plan';
import { Random } from './schedule/random';
import { collectState } from './settle/collect-state';
import { settle } from './settle/settle';
import { mailsPerRecipient, Product, resendsPerClient } from './system/product';

export interface RunOptions {
  readonly seed: number;
  /** How long faults are injected; starting and settling come in addition. */
  readonly seconds: number;
  readonly faults: readonly FaultName[];
  /** A defect that the checks must find. */
  readonly bug?: PlantedBug;
  /** How long the workers may need afterwards. */
  readonly settlingSeconds?: number;
  /** Receives the history as lines of JSON, and the logs of the programs. */
  readonly folder?: string;
  readonly report?: (line: string) => void;
}

export interface RunResult {
  readonly evidence: Evidence;
  readonly findings: readonly Finding[];
}

/** The documented times, with room for a busy machine. */
const promises: Promises = {
  recoveryMs: 15_000,
  recordingMs: 5_000,
  cutOffMs: 65_000,
  mailsPerRecipient,
  resendsPerClient,
};

/** Runs the product under load and faults, waits until everything has settled, and judges the history. */
export async function runFaults({ report = () => undefined, ...options }: RunOptions): Promise<RunResult> {
  const recorder = new Recorder(options.folder);
  const ownDisk = options.faults.includes('F27');
  await using product = await Product.start({ now: recorder.now, ownDisk });
  const random = new Random(options.seed);
  const world = await World.open({ product, recorder, random });
  if (options.bug !== undefined) await plant(options.bug, product.database);
  report(`${Math.round(recorder.now() / 1_000)} s: the load begins`);
  const load = new Load(world);
  load.start();
  try {
    await injectFor(new Injector({ product, world, recorder, report }), options);
  } finally {
    await load.stop();
  }
  report(`${Math.round(recorder.now() / 1_000)} s: the load has ended`);
  await settle(product, (options.settlingSeconds ?? 240) * 1_000);
  if (options.folder !== undefined) product.writeLogs(options.folder);
  const evidence = { history: recorder, state: await collectState(world), promises };
  return { evidence, findings: checkHistory(evidence) };
}

/** Injects the schedule of the seed; without faults, only the time passes. */
async function injectFor(
  injector: Injector,
  { seed, seconds, faults }: Pick<RunOptions, 'seed' | 'seconds' | 'faults'>,
): Promise<void> {
  const over = AbortSignal.timeout(seconds * 1_000);
  if (faults.length === 0) await once(over, 'abort');
  else
    for (const planned of planOf(seed, faults)) {
      await injector.inject(planned);
      if (over.aborted) return;
    }
}
