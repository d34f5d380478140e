import { type Replica } from '@governance/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { MovedClock } from '../system/moved-clock';
import { type ReplicatedProduct } from '../system/replicated-product';
import { SlowDisk } from '../system/slow-disk';
import { type Fault, type FaultMakers, type FaultScene } from './fault';

const jumpMinutes = 10;

/** A second for the process to notice. */
const noticedMs = 1_500;

function clockJump(replica: Replica, { product, random }: FaultScene): Fault {
  const clock = new MovedClock();
  const minutes = random.pick([-jumpMinutes, jumpMinutes]);
  // The process keeps the clock, which is right again, until its next start.
  product.defer(() => {
    clock.remove();
  });
  return {
    begin: async () => {
      await replica.stop();
      await replica.start(clock.settings);
      clock.set(minutes);
    },
    end: async () => {
      clock.set(0);
      await delay(noticedMs);
      await replica.ready();
    },
  };
}

function slowDisk({ database }: ReplicatedProduct): Fault {
  const disk = new SlowDisk();
  return { begin: () => disk.begin(database.processes()), end: () => disk.end() };
}

/** Too little to start: it fills within a second. */
const heapMegabytes = 34;

/** The process ends itself whenever its heap is full, and its supervisor starts it again. */
function outOfMemory(replica: Replica): Fault {
  const over = new AbortController();
  let supervised: Promise<void> = Promise.resolve();
  return {
    begin: async () => {
      await replica.stop();
      const changed = { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` };
      supervised = replica.supervise(changed, over.signal);
    },
    end: async () => {
      over.abort();
      await supervised;
      await replica.kill();
      await replica.start();
    },
  };
}

/** Faults of the machine, as far as its kernel can make them for one program. */
export function machineFaults(
  scene: FaultScene,
): FaultMakers<'F27-slow' | 'F28-website' | 'F28-platform' | 'F28-worker' | 'F29'> {
  const { product, random } = scene;
  const one = (program: string): Replica => random.pick(product.of(program));
  return {
    'F27-slow': () => slowDisk(product),
    'F28-website': () => clockJump(one('public-api/main'), scene),
    'F28-platform': () => clockJump(one('platform-api/main'), scene),
    'F28-worker': () => clockJump(one('public-api/worker'), scene),
    F29: () => outOfMemory(one('public-api/worker')),
  };
}
