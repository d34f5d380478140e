import { connect, type Socket } from 'node:net';
import { submitWithAddress } from '../load/website-clients';
import { type World } from '../load/world';
import { type Replica } from '../system/replica';
import { type Fault } from './fault';

const certificates = 40;
const connections = 300;

export function burstOfCertificates(world: World): Fault {
  return {
    begin: async () => {
      await Promise.all(Array.from({ length: certificates }, () => submitWithAddress(world)));
    },
    end: () => undefined,
  };
}

/** Connections that send a line of the head of a request each second and never complete it. */
export function slowConnections(replica: Replica): Fault {
  const sockets: Socket[] = [];
  let timer: NodeJS.Timeout | undefined;
  return {
    begin: () => {
      for (let number = 0; number < connections; number++) {
        const socket = connect(Number(new URL(replica.origin).port), '127.0.0.1');
        socket
          .on('error', () => undefined)
          .write('POST /api/survey-results HTTP/1.1\r\nhost: example.org\r\n');
        sockets.push(socket);
      }
      timer = setInterval(() => {
        for (const socket of sockets) if (!socket.destroyed) socket.write('x-slow: 1\r\n');
      }, 1_000);
    },
    end: () => {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
