import { type Replica } from '@governance/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { type ReplicatedProduct } from '../../system/replicated-product';
import { type Scene } from '../under-load';

/** What SIGKILL ends. */
export interface Victim {
  readonly name: string;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export function worker(replica: Replica): Victim {
  return { name: replica.name, kill: () => replica.kill(), start: () => replica.start() };
}

export function postgres(product: ReplicatedProduct): Victim {
  return {
    name: 'PostgreSQL',
    kill: () => product.database.kill(),
    start: async () => {
      await product.database.restart();
      await product.ready();
    },
  };
}

const mostKills = 16;

/** Kills each victim at random moments, and again until the work is done. Resolves to the number of kills. */
export async function killAtRandom(
  { world: { random }, recorder, report }: Scene,
  victims: readonly Victim[],
  isDone: () => Promise<boolean>,
): Promise<number> {
  let kills = 0;
  do
    for (const { name, kill, start } of random.shuffled(victims)) {
      await delay(random.between(100, 1_500));
      const began = recorder.now();
      report(`${name} is killed`);
      await kill();
      await delay(random.between(0, 1_000));
      const ending = recorder.now();
      await start();
      recorder.record({ kind: 'fault', fault: name, began, ending, ended: recorder.now() });
      kills++;
    }
  while (kills < mostKills && !(await isDone()));
  return kills;
}
