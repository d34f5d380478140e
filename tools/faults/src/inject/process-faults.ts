import { type FaultName } from '../schedule/catalogue';
import { type Product } from '../system/product';
import { type Replica } from '../system/replica';
import { type Fault, type FaultMakers, type FaultScene } from './fault';

function killed(replica: Replica): Fault {
  return { begin: () => replica.kill(), end: () => replica.start() };
}

function stopped(replica: Replica): Fault {
  return { begin: () => replica.stop(), end: () => replica.start() };
}

function paused(replica: Replica): Fault {
  return {
    begin: () => {
      replica.pause();
    },
    end: async () => {
      replica.resume();
      await replica.ready();
    },
  };
}

/** Both processes of a program, one after the other. */
function replaced(replicas: readonly Replica[]): Fault {
  return {
    begin: async () => {
      for (const replica of replicas) {
        await replica.stop();
        await replica.start();
      }
    },
    end: () => undefined,
  };
}

/** Sends a signal to the browsers of the workers, and another one at the end. */
function signalledBrowsers(
  workers: readonly Replica[],
  signals: { readonly first: NodeJS.Signals; readonly last?: NodeJS.Signals },
): Fault {
  const send = (signal: NodeJS.Signals): void => {
    for (const pid of workers.flatMap((worker) => worker.children()))
      try {
        process.kill(pid, signal);
      } catch {
        // It has just ended.
      }
  };
  return {
    begin: () => {
      send(signals.first);
    },
    end: () => {
      if (signals.last) send(signals.last);
    },
  };
}

/** The installed one is missing, and those that run end: no worker can start one until it is back. */
function missingBrowser(product: Product, workers: readonly Replica[]): Fault {
  const running = signalledBrowsers(workers, { first: 'SIGKILL' });
  return {
    begin: () => {
      product.browser.takeAway();
      return running.begin();
    },
    end: async () => {
      product.browser.putBack();
      await product.ready();
    },
  };
}

type ProcessFault = Extract<
  FaultName,
  `${'F1' | 'F7' | 'F12'}-${string}` | 'F8' | 'F13' | 'F15' | 'F16' | 'F24-kill' | 'F24-pause'
>;

/** Faults of the programs and of the browser below one of them. */
export function processFaults({ product, random }: FaultScene): FaultMakers<ProcessFault> {
  const one = (program: string): Replica => random.pick(product.of(program));
  const workers = product.of('public-api/worker');
  return {
    'F1-public': () => killed(one('public-api/main')),
    'F1-platform': () => killed(one('platform-api/main')),
    'F1-pause': () => paused(one('platform-api/main')),
    'F7-kill': () => signalledBrowsers(workers, { first: 'SIGKILL' }),
    'F7-pause': () => signalledBrowsers(workers, { first: 'SIGSTOP', last: 'SIGCONT' }),
    F8: () => missingBrowser(product, workers),
    'F12-kill': () => killed(one('public-api/worker')),
    'F12-pause': () => paused(one('public-api/worker')),
    F13: () => killed(one('platform-api/worker')),
    F15: () => stopped(one('public-api/main')),
    F16: () => replaced(product.of('platform-api/main')),
    'F24-kill': () => killed(one('identity-provider/main')),
    'F24-pause': () => paused(one('identity-provider/main')),
  };
}
