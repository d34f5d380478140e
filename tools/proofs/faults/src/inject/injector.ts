import { Random } from '@governance/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { type Recorder } from '../history/recorder';
import { type World } from '../load/world';
import { type PlannedFaults } from '../schedule/plan';
import { type ReplicatedProduct } from '../system/replicated-product';
import { faultNamed } from './fault-named';

export interface InjectorParts {
  readonly product: ReplicatedProduct;
  readonly world: World;
  readonly recorder: Recorder;
  readonly report: (line: string) => void;
  /** How many certificates a burst asks for. */
  readonly burst: number;
}

/** Injects planned faults, and records from when to when each lasted. */
export class Injector {
  constructor(private readonly parts: InjectorParts) {}

  async inject({ calmSeconds, seconds, faults, seed }: PlannedFaults): Promise<void> {
    const { product, world, recorder, report, burst } = this.parts;
    await delay(calmSeconds * 1_000);
    const random = new Random(seed);
    const scene = { product, world, random, burst };
    const injected = faults.map((name) => ({ name, fault: faultNamed(name, scene) }));
    report(`${faults.join(' and ')} for ${seconds} s`);
    const began = recorder.now();
    const over = delay(seconds * 1_000);
    // Each for itself: one may not be able to begin or end before another one has ended.
    const endings = await Promise.all(
      injected.map(async ({ fault }) => {
        await fault.begin();
        await over;
        const ending = recorder.now();
        await fault.end();
        return ending;
      }),
    );
    const ended = recorder.now();
    for (const [index, { name, fault }] of injected.entries()) {
      const problems = fault.problems?.() ?? [];
      recorder.record({
        kind: 'fault',
        fault: name,
        began,
        ending: endings[index] ?? ended,
        ended,
        ...(problems.length > 0 && { problems }),
      });
    }
  }
}
