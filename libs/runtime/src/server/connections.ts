import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type TimeLimits, timeLimits } from './time-limits';

/** The responses under way on a connection: more than one when requests are pipelined. */
interface UnderWay {
  first: ServerResponse;
  last: ServerResponse;
  /** When the first of them began, by `performance.now()`. */
  since: number;
}

type Limits = Pick<TimeLimits, 'responseTimeout' | 'connectionsCheckingInterval'>;

/** The connections of a server, each with its responses. */
export class Connections {
  private readonly underWay = new Map<Socket, UnderWay | undefined>();
  private drained: Promise<void> | undefined;

  constructor(
    private readonly server: Server,
    private readonly limits: Limits = timeLimits,
  ) {
    server.on('connection', (socket: Socket) => {
      this.underWay.set(socket, undefined);
      socket.once('close', () => this.underWay.delete(socket));
    });
    server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
      this.begin(req.socket, res);
      if (isLast(req)) res.shouldKeepAlive = false;
      if (this.drained) this.closeAfter(res);
    });
    this.cutSlowReaders();
  }

  /** The response that is under way on a connection. */
  responseOn(socket: Socket): ServerResponse | undefined {
    const res = this.underWay.get(socket)?.last;
    return res?.writableFinished === false ? res : undefined;
  }

  /**
   * Answers what has reached us by now, takes no more connections, closes idle ones, and resolves when the responses under
   * way are finished. A client that has not sent its whole request `uploadGraceMs` from now is cut off.
   */
  drain(uploadGraceMs: number): Promise<void> {
    this.drained ??= this.end(uploadGraceMs);
    return this.drained;
  }

  private begin(socket: Socket, res: ServerResponse): void {
    const before = this.underWay.get(socket);
    if (before?.last.writableFinished === false) before.last = res;
    else this.underWay.set(socket, { first: res, last: res, since: performance.now() });
  }

  /** Node limits how slowly a request is sent, and not how slowly its response is taken. */
  private cutSlowReaders(): void {
    const timer = setInterval(() => {
      const now = performance.now();
      for (const [socket, responses] of this.underWay) {
        if (responses && this.isTooSlow(responses, now)) socket.destroy();
      }
    }, this.limits.connectionsCheckingInterval).unref();
    this.server.once('close', () => {
      clearInterval(timer);
    });
  }

  private isTooSlow(responses: UnderWay, now: number): boolean {
    const { first, last, since } = responses;
    if (!first.writableFinished) return now - since > this.limits.responseTimeout;
    if (!last.writableFinished) Object.assign(responses, { first: last, since: now });
    return false;
  }

  private async end(uploadGraceMs: number): Promise<void> {
    const timer = setTimeout(() => {
      this.cutUnfinishedRequests();
    }, uploadGraceMs);
    for (const responses of this.underWay.values()) if (responses) this.closeAfter(responses.last);
    // A connection with a request that nobody has read yet passes for idle, and its client would get a reset for an
    // answer. What has arrived is read within one turn of the event loop; this one may be past reading.
    for (let turn = 0; turn < 2; turn++) await setImmediate();
    // A server that never listened has an error to tell, and is closed all the same.
    await new Promise((resolve) => this.server.close(resolve));
    clearTimeout(timer);
  }

  private closeAfter(res: ServerResponse): void {
    if (!res.headersSent) res.setHeader('connection', 'close');
    res.once('close', () => {
      this.server.closeIdleConnections();
    });
  }

  private cutUnfinishedRequests(): void {
    for (const socket of this.underWay.keys()) {
      if (this.responseOn(socket)?.req.complete !== true) socket.destroy();
    }
  }
}

/**
 * The connection ends with the response: the client says so (RFC 9112, 9.3), or its request has a framing that HTTP/1.0
 * does not know (6.1). Node keeps such connections when `keep-alive` is listed as well.
 */
function isLast({ headers, httpVersion }: IncomingMessage): boolean {
  const options = headers.connection?.toLowerCase().split(/[ \t]*,[ \t]*/) ?? [];
  return options.includes('close') || (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined);
}
