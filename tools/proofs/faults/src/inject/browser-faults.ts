import { type Replica, temporaryFolder, until } from '@governance/testing';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type FaultProblem } from '../history/history';
import { submitWithAddress } from '../load/website-clients';
import { type BrowserApart } from '../system/browser-apart';
import { ExhaustedBrowser } from '../system/exhausted-browser';
import { SmallDisk } from '../system/small-disk';
import { type Fault, type FaultMakers, type FaultScene } from './fault';

/** Longer than a print and the start of a browser may take. */
const replacedMs = 30_000;

function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended.
    }
}

function pidsOf(workers: readonly Replica[]): readonly number[] {
  return workers.flatMap((worker) => worker.children().map(({ pid }) => pid));
}

/**
 * Sends a signal to the browsers of the workers, and another one to the same processes at the end: a worker may have been killed
 * meanwhile, and a suspended browser cannot end with it.
 */
function signalled(
  workers: readonly Replica[],
  { first, last }: { readonly first: NodeJS.Signals; readonly last?: NodeJS.Signals },
): Fault {
  let pids: readonly number[] = [];
  return {
    begin: () => {
      pids = pidsOf(workers);
      send(pids, first);
    },
    end: () => {
      if (last) send(pids, last);
    },
  };
}

/** The browser's main process or one of its helpers. */
function oneProcessKilled(worker: Replica, { random }: FaultScene): Fault {
  return {
    begin: () => {
      const pids = pidsOf([worker]);
      if (pids.length > 0) send([random.pick(pids)], 'SIGKILL');
    },
    end: () => worker.ready(),
  };
}

/** The installed one is missing, and those that run end: no worker can start one until it is back. */
function missing(workers: readonly Replica[], { product }: FaultScene): Fault {
  return {
    begin: () => {
      product.browser.takeAway();
      send(pidsOf(workers), 'SIGKILL');
    },
    end: async () => {
      product.browser.putBack();
      await product.ready();
    },
  };
}

/** Both workers print meanwhile. At the end, the one with the leak must have another browser, and nothing of the former one. */
function leaking(worker: Replica, { world }: FaultScene): Fault {
  const browser = new ExhaustedBrowser(worker);
  return {
    begin: async () => {
      browser.begin();
      await Promise.all(Array.from({ length: 10 }, () => submitWithAddress(world)));
    },
    end: async () => {
      browser.end();
      const limit = AbortSignal.timeout(replacedMs);
      await worker.ready();
      await until(() => limit.aborted || browser.survivors().length === 0);
    },
    problems: () => {
      const problems: FaultProblem[] = [];
      const survivors = browser.survivors().map(({ pid }) => pid);
      if (!browser.hasFailed() || survivors.length > 0)
        problems.push({
          rule: 'browser not replaced',
          text: `${worker.name} keeps ${survivors.length} processes without memory`,
        });
      for (const { pid, command } of browser.orphans())
        problems.push({ rule: 'orphan process', text: `${pid} ${command.slice(0, 200)}` });
      return problems;
    },
  };
}

function browserApart({ product }: FaultScene): BrowserApart {
  const { browserApart: apart } = product;
  if (!apart) throw new Error('This release has no browser apart from its worker.');
  return apart;
}

/** As when its container ends, and is started again. */
function apartKilled(scene: FaultScene): Fault {
  const apart = browserApart(scene);
  return {
    begin: () => apart.program.kill(),
    end: async () => {
      await apart.program.start();
      await scene.product.ready();
    },
  };
}

function apartPaused(scene: FaultScene): Fault {
  const apart = browserApart(scene);
  let pids: readonly number[] = [];
  return {
    begin: () => {
      pids = apart.pids();
      send(pids, 'SIGSTOP');
    },
    end: async () => {
      send(pids, 'SIGCONT');
      await scene.product.ready();
    },
  };
}

/** It prints other ids than it is told. None of these certificates may be mailed. */
function apartLying(scene: FaultScene): Fault {
  const apart = browserApart(scene);
  return {
    begin: async () => {
      apart.lie(true);
      await Promise.all(Array.from({ length: 10 }, () => submitWithAddress(scene.world)));
    },
    end: () => {
      apart.lie(false);
    },
  };
}

/** Room for the profile of a running browser, which is filled as soon as that has one. */
const diskMegabytes = 64;

/** The worker prints on a full disk, and a browser that ends cannot be replaced until there is room again. */
function fullTemporaryFolder(worker: Replica, { product }: FaultScene): Fault {
  const parent = temporaryFolder('disk');
  const disk = SmallDisk.mount(join(parent, 'temporary'), diskMegabytes);
  const remove = (): void => {
    disk.remove();
    rmSync(parent, { recursive: true, force: true });
  };
  product.defer(remove);
  return {
    begin: async () => {
      await worker.stop();
      await worker.start({ TMPDIR: disk.folder });
      disk.fill();
      send(pidsOf([worker]), 'SIGKILL');
    },
    end: async () => {
      disk.free();
      // Without a restart.
      await worker.ready();
      await worker.stop();
      await worker.start();
      remove();
    },
  };
}

type BrowserFault =
  | 'F7-apart-kill'
  | 'F7-apart-pause'
  | 'F7-apart-lie'
  | 'F7-kill'
  | 'F7-pause'
  | 'F7-one'
  | 'F7-leak'
  | 'F8'
  | 'F27-browser';

/** Faults of the browsers that print certificates. */
export function browserFaults(scene: FaultScene): FaultMakers<BrowserFault> {
  const workers = scene.product.workersWithBrowser();
  const one = (): Replica => scene.random.pick(workers);
  return {
    'F7-apart-kill': () => apartKilled(scene),
    'F7-apart-pause': () => apartPaused(scene),
    'F7-apart-lie': () => apartLying(scene),
    'F7-kill': () => signalled(workers, { first: 'SIGKILL' }),
    'F7-pause': () => signalled(workers, { first: 'SIGSTOP', last: 'SIGCONT' }),
    'F7-one': () => oneProcessKilled(one(), scene),
    'F7-leak': () => leaking(one(), scene),
    F8: () => missing(workers, scene),
    'F27-browser': () => fullTemporaryFolder(one(), scene),
  };
}
