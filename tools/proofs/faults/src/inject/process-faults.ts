import { type Replica } from '@governance/testing';
import { type FaultName } from '../schedule/catalogue';
import { type ReplicatedProduct, type Service } from '../system/replicated-product';
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

/** A load balancer and an orchestrator replace both processes of a program without a failed request. */
function rolled(product: ReplicatedProduct, service: Service): Fault {
  return { begin: () => product.roll(service), end: () => undefined };
}

type ProcessFault = Extract<
  FaultName,
  `${'F1' | 'F12' | 'F16'}-${string}` | 'F13' | 'F15' | 'F24-kill' | 'F24-pause'
>;

/** Faults of the programs. */
export function processFaults({ product, random }: FaultScene): FaultMakers<ProcessFault> {
  const one = (program: string): Replica => random.pick(product.of(program));
  return {
    'F1-public': () => killed(one('public-api/main')),
    'F1-platform': () => killed(one('platform-api/main')),
    'F1-pause': () => paused(one('platform-api/main')),
    'F12-kill': () => killed(one('public-api/worker')),
    'F12-pause': () => paused(one('public-api/worker')),
    F13: () => killed(one('platform-api/worker')),
    F15: () => stopped(one('public-api/main')),
    'F16-public': () => rolled(product, 'public-api/main'),
    'F16-platform': () => rolled(product, 'platform-api/main'),
    'F24-kill': () => killed(one('identity-provider/main')),
    'F24-pause': () => paused(one('identity-provider/main')),
  };
}
