import { type FaultName } from '../schedule/catalogue';
import { type TcpProxy, type Trouble } from '../system/tcp-proxy';
import { browserFaults } from './browser-faults';
import { databaseFaults } from './database-faults';
import { type Fault, type FaultScene } from './fault';
import { burstOfCertificates, floodOfUnknownKeys, slowConnections } from './heavy-load';
import { machineFaults } from './machine-faults';
import { processFaults } from './process-faults';

function disturbed(proxy: TcpProxy, trouble: Trouble): Fault {
  return {
    begin: () => {
      proxy.disturb(trouble);
    },
    end: () => {
      proxy.mend();
    },
  };
}

function switched(turn: (isOn: boolean) => void): Fault {
  return {
    begin: () => {
      turn(true);
    },
    end: () => {
      turn(false);
    },
  };
}

/** A fault of a running product, not yet injected. */
export function faultNamed(name: FaultName, scene: FaultScene): Fault {
  const { product, world, random } = scene;
  const { database, mail, management } = product;
  const makers: Readonly<Record<FaultName, () => Fault>> = {
    ...processFaults(scene),
    ...browserFaults(scene),
    ...databaseFaults(scene),
    ...machineFaults(scene),
    'F5-cut': () => disturbed(database.proxy, 'cut'),
    'F5-hole': () => disturbed(database.proxy, 'silent'),
    'F5-slow': () => disturbed(database.proxy, 'slow'),
    'F5-narrow': () => disturbed(database.proxy, 'narrow'),
    'F5-one': () => disturbed(random.pick([...product.lanes.values()]), 'silent'),
    F10: () => burstOfCertificates(world, scene.burst),
    'F11-refuse': () => disturbed(mail.proxy, 'cut'),
    'F11-hang': () => disturbed(mail.proxy, 'silent'),
    'F11-drop': () => disturbed(mail.proxy, 'drop'),
    'F11-defer': () => switched((isOn) => (mail.deferral = isOn ? 450 : undefined)),
    'F11-close': () => switched((isOn) => (mail.deferral = isOn ? 421 : undefined)),
    'F11-reject': () => switched((isOn) => (mail.isRejecting = isOn)),
    F17: () => slowConnections(random.pick(product.of('public-api/main'))),
    'F24-hole': () => disturbed(product.providerFront, 'silent'),
    'F24-keys': () => floodOfUnknownKeys(world),
    'F24-twice': () => switched((isOn) => (management.isDoubling = isOn)),
  };
  return makers[name]();
}
