import { type Replica } from '@governance/testing';
import { connect, type Socket } from 'node:net';
import { callWithUnknownKey } from '../load/forged-tokens';
import { submitWithAddress } from '../load/website-clients';
import { type World } from '../load/world';
import { type Fault } from './fault';

/** More would be refused with 503 by a process that admits 256 requests at a time, which is another fault. */
const askedAtOnce = 50;
const slowHeads = 300;
const slowBodies = 200;

export function burstOfCertificates(world: World, certificates: number): Fault {
  let left = certificates;
  const ask = async (): Promise<void> => {
    while (left-- > 0) await submitWithAddress(world);
  };
  return {
    begin: async () => {
      await Promise.all(Array.from({ length: askedAtOnce }, ask));
    },
    end: () => undefined,
  };
}

interface SlowClient {
  readonly opening: string;
  /** What it sends each second. */
  readonly drop: string;
}

const head = 'POST /api/survey-results HTTP/1.1\r\nhost: example.org\r\n';
const slowHead: SlowClient = { opening: head, drop: 'x-slow: 1\r\n' };
const slowBody: SlowClient = {
  opening: `${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n`,
  drop: ' ',
};

/** Connections that send some bytes of a request each second and never complete it. */
export function slowConnections(replica: Replica): Fault {
  const clients = [
    ...Array<SlowClient>(slowHeads).fill(slowHead),
    ...Array<SlowClient>(slowBodies).fill(slowBody),
  ];
  const sockets = new Map<Socket, SlowClient>();
  let timer: NodeJS.Timeout | undefined;
  return {
    begin: () => {
      for (const client of clients) {
        const socket = connect(Number(new URL(replica.origin).port), '127.0.0.1');
        socket.on('error', () => undefined).write(client.opening);
        sockets.set(socket, client);
      }
      timer = setInterval(() => {
        for (const [socket, { drop }] of sockets) if (!socket.destroyed) socket.write(drop);
      }, 1_000);
    },
    end: () => {
      clearInterval(timer);
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}

const forgersPerReplica = 10;
const forgedEveryMs = 100;

/** Tokens whose keys the provider has not published: each would be worth a request to it. */
export function floodOfUnknownKeys(world: World): Fault {
  let timer: NodeJS.Timeout | undefined;
  let pending = Promise.resolve();
  let isBusy = false;
  const wave = async (): Promise<void> => {
    isBusy = true;
    const replicas = world.product.of('platform-api/main');
    const targets = replicas.flatMap((replica) => Array<Replica>(forgersPerReplica).fill(replica));
    await Promise.all(targets.map((replica) => callWithUnknownKey(world, replica)));
    isBusy = false;
  };
  return {
    begin: () => {
      timer = setInterval(() => {
        if (!isBusy) pending = wave();
      }, forgedEveryMs);
    },
    end: async () => {
      clearInterval(timer);
      await pending;
    },
  };
}
