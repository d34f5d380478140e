import { once } from 'node:events';
import { Injector } from './inject/injector';
import { type PlantedBug, plant } from './planted/planted-bugs';
import { type LoadOptions, type RunResult, type Scenario, underLoad } from './scenarios/under-load';
import { type FaultName } from './schedule/catalogue';
import { type Pace, thorough } from './schedule/pace';
import { planOf } from './schedule/plan';

export interface RunOptions extends LoadOptions {
  /** How long faults are injected; starting and settling come in addition. */
  readonly seconds: number;
  readonly faults: readonly FaultName[];
  /** How fast faults follow each other; by default as in a long run. */
  readonly pace?: Pace;
  /** A defect that the checks must find. */
  readonly bug?: PlantedBug;
  /** After everything has settled, with the programs still running. */
  readonly afterwards?: Scenario['afterwards'];
}

/** Runs the product under load and faults, waits until everything has settled, and judges the history. */
export function runFaults(options: RunOptions): Promise<RunResult> {
  const { faults, bug, afterwards } = options;
  const diskMegabytes = faults.includes('F27') ? diskFor(options.seconds) : undefined;
  return underLoad(
    { ...options, diskMegabytes },
    {
      ...(afterwards && { afterwards }),
      prepare: async ({ product }) => {
        if (bug !== undefined) await plant(bug, product.database);
      },
      during: (scene) =>
        injectFor(new Injector({ ...scene, burst: (options.pace ?? thorough).burst }), options),
    },
  );
}

/** In megabytes: room for a cluster with its write-ahead log, and for what each minute of the load adds. */
function diskFor(seconds: number): number {
  return 700 + Math.ceil(seconds / 60) * 30;
}

/** Injects the schedule of the seed; without faults, only the time passes. */
async function injectFor(
  injector: Injector,
  { seed, seconds, faults, pace = thorough }: Pick<RunOptions, 'seed' | 'seconds' | 'faults' | 'pace'>,
): Promise<void> {
  const over = AbortSignal.timeout(seconds * 1_000);
  let injected = 0;
  if (faults.length === 0) await once(over, 'abort');
  else
    for (const planned of planOf(seed, faults, pace)) {
      await injector.inject(planned);
      injected += planned.faults.length;
      if (over.aborted && injected >= pace.leastFaults) return;
    }
}
