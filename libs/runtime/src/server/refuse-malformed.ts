import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server } from 'node:http';
import { type Socket } from 'node:net';
import { type Connections } from './connections';
import { bytesOf, type ErrorShape, isDeparture, isTimeout, refusalOf } from './malformed-request';

/** What is told of input that never became a request. */
export interface MalformedRequest {
  readonly requestId: string;
  readonly status: number;
  /** Node's code for what was wrong. */
  readonly reason: string;
}

export interface RefusalOptions {
  readonly connections: Connections;
  readonly surface: ErrorShape;
  /** For the answer to be taken, in milliseconds. */
  readonly refusalTimeout: number;
  readonly onMalformedRequest?: (told: MalformedRequest) => void;
}

/** Answers what Node's parser refuses as the surface answers everything else, and ends the connection. */
export function refuseMalformed(server: Server, options: RefusalOptions): void {
  const refuser = new Refuser(options);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    refuser.refuse(error, socket);
  });
  // Node gives no response to a CONNECT, and would close the connection without an answer.
  server.on('connect', ({ socket }: IncomingMessage) => {
    refuser.refuse({ name: 'CONNECT', message: '', code: 'CONNECT' }, socket);
  });
}

class Refuser {
  /** What follows on a refused connection is refused by the parser again. */
  private readonly refused = new WeakSet<Socket>();

  constructor(private readonly options: RefusalOptions) {}

  refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    if (this.refused.has(socket)) return;
    this.refused.add(socket);
    if (isDeparture(error)) {
      socket.destroy();
      return;
    }
    this.answer(error, socket);
    this.end(socket, isTimeout(error));
  }

  private answer(error: NodeJS.ErrnoException, socket: Socket): void {
    const { connections, surface, onMalformedRequest } = this.options;
    const refusal = refusalOf(error, surface);
    const res = connections.responseOn(socket);
    // A request that has got as far as to a handler is answered, and logged, as any other.
    if (res) {
      if (!res.headersSent) res.writeHead(refusal.status, refusal.headers).end(refusal.body);
      return;
    }
    const requestId = randomUUID();
    onMalformedRequest?.({ requestId, status: refusal.status, reason: error.code ?? 'unknown' });
    const headers = { ...refusal.headers, 'x-request-id': requestId };
    if (socket.writable) socket.write(bytesOf({ ...refusal, headers }));
  }

  /**
   * Closes once the answer is written. Where the client may still be sending, its end is awaited: a reset would discard
   * the answer that it has not read yet. A client that does not take the answer is cut off.
   */
  private end(socket: Socket, nothingFollows: boolean): void {
    const timer = setTimeout(() => socket.destroy(), this.options.refusalTimeout);
    socket.once('close', () => {
      clearTimeout(timer);
    });
    if (nothingFollows) {
      socket.destroySoon();
      return;
    }
    socket.once('end', () => {
      socket.destroySoon();
    });
    socket.end();
  }
}
