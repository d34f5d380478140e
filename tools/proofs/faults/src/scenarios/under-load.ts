import { Random } from '@governance/testing';
import { checkHistory } from '../checker/check-history';
import { type Evidence, type Finding, type Promises } from '../checker/finding';
import { Recorder } from '../history/recorder';
import { Load } from '../load/load';
import { World } from '../load/world';
import { collectState } from '../settle/collect-state';
import { settle } from '../settle/settle';
import { mailsPerRecipient } from '../system/budgets';
import { countJobEffects } from '../system/job-effects';
import { ReplicatedProduct } from '../system/replicated-product';
import { resendsPerClient } from '../system/surroundings';

export interface LoadOptions {
  readonly seed: number;
  /** Gives PostgreSQL a disk of this size, which can be filled. */
  readonly diskMegabytes?: number | undefined;
  /** The folder with the bundles that are started; by default those of this checkout. */
  readonly bundles?: string;
  /** How long after a fault requests may fail, unless the catalogue has it. */
  readonly recoveryMs?: number;
  /** How long the workers may need afterwards. */
  readonly settlingSeconds?: number;
  /** Receives the history as lines of JSON, and the logs of the programs. */
  readonly folder?: string | undefined;
  readonly report?: ((line: string) => void) | undefined;
}

/** What a scenario works with. */
export interface Scene {
  readonly product: ReplicatedProduct;
  readonly world: World;
  readonly recorder: Recorder;
  /** Prints a line with the time of the run. */
  readonly report: (line: string) => void;
}

export interface Scenario {
  /** Before the load begins. */
  readonly prepare?: (scene: Scene) => Promise<void>;
  /** The load runs until it resolves. */
  readonly during: (scene: Scene) => Promise<void>;
  /** After everything has settled, with the programs still running. */
  readonly afterwards?: (scene: Scene) => Promise<void>;
}

export interface RunResult {
  readonly evidence: Evidence;
  readonly findings: readonly Finding[];
}

/** The documented times, with room for a busy machine. */
export const promises: Promises = {
  recoveryMs: 15_000,
  recordingMs: 5_000,
  noticedMs: 2_000,
  cutOffMs: 65_000,
  mailsPerRecipient,
  resendsPerClient,
};

/** Runs the product under load and a scenario, waits until everything has settled, and judges the history. */
export async function underLoad(options: LoadOptions, scenario: Scenario): Promise<RunResult> {
  const { diskMegabytes, bundles, recoveryMs = promises.recoveryMs } = options;
  const recorder = new Recorder(options.folder);
  const now = recorder.now;
  await using product = await ReplicatedProduct.start({
    now,
    diskMegabytes,
    ...(bundles !== undefined && { bundles }),
  });
  const report = (line: string): void => options.report?.(`${Math.round(recorder.now() / 1_000)} s: ${line}`);
  const world = await World.open({ product, recorder, random: new Random(options.seed) });
  const scene = { product, world, recorder, report };
  try {
    await countJobEffects(product.database);
    await scenario.prepare?.(scene);
    report('the load begins');
    const load = new Load(world);
    load.start();
    try {
      await scenario.during(scene);
    } finally {
      await load.stop();
    }
    report('the load has ended');
    await settle(product, (options.settlingSeconds ?? 240) * 1_000);
    await scenario.afterwards?.(scene);
    const evidence = {
      history: recorder,
      state: await collectState(world),
      promises: { ...promises, recoveryMs },
    };
    return { evidence, findings: checkHistory(evidence) };
  } finally {
    if (options.folder !== undefined) product.writeLogs(options.folder);
  }
}
