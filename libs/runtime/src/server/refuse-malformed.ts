import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { type Connections } from './connections';
import { bytesOf, type ErrorShape, isDeparture, isTimeout, refusalOf } from './malformed-request';

/** A report about input that is not a valid request. */
export interface MalformedRequest {
  readonly requestId: string;
  readonly status: number;
  /** Node's error code. */
  readonly reason: string;
}

export interface RefusalOptions {
  readonly connections: Connections;
  readonly surface: ErrorShape;
  /** The time that a client has to read the response, in milliseconds. */
  readonly refusalTimeout: number;
  readonly onMalformedRequest?: (report: MalformedRequest) => void;
}

/** Answers input that Node's parser refuses, in the error format of the surface, and closes the connection. */
export function refuseMalformed(server: Server, options: RefusalOptions): void {
  const refuser = new Refuser(options);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    refuser.refuse(error, socket);
  });
  // RFC 9110, 7.8: an offer to upgrade is ignored. Node's parser stops there, so the connection takes no further request.
  server.prependListener('request', ({ headers }: IncomingMessage, res: ServerResponse) => {
    if (headers.upgrade !== undefined) res.shouldKeepAlive = false;
  });
  // Node would close the connection of a CONNECT without a response.
  server.on('connect', ({ socket }: IncomingMessage) => {
    refuser.refuse({ name: 'CONNECT', message: '', code: 'CONNECT' }, socket);
  });
}

class Refuser {
  /** The parser reports further input on a refused connection again. */
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
    // A request that has reached a handler is answered and logged as usual.
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
   * Closes the connection after the response is written. If the client may still be sending, waits for its end: a reset
   * would discard the unread response. A client that does not read the response is disconnected.
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
