import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { type TimeLimits, timeLimits } from './time-limits';

/** The pending responses on a connection: more than one when requests are pipelined. */
interface UnderWay {
  first: ServerResponse;
  last: ServerResponse;
  /** When the first of them started, by `performance.now()`. */
  since: number;
}

/** The channel of Node on which a server announces each response that it has sent. */
const finished = 'http.server.response.finish';

interface FinishedResponse {
  readonly server: Server;
  readonly socket: Socket;
  readonly response: ServerResponse;
}

type Limits = Pick<TimeLimits, 'responseTimeout' | 'connectionsCheckingInterval' | 'lastRequestTimeout'>;

/** The connections of a server with their pending responses. */
export class Connections {
  private readonly underWay = new Map<Socket, UnderWay | undefined>();
  private drained: Promise<void> | undefined;
  /** Aborts when a server that shuts down waits for no further request. */
  private readonly lastRequests = new AbortController();

  constructor(
    private readonly server: Server,
    private readonly limits: Limits = timeLimits,
  ) {
    server.on('connection', (socket: Socket) => {
      this.underWay.set(socket, undefined);
      socket.once('close', () => {
        this.underWay.delete(socket);
        if (this.drained) this.endWithoutIdleConnections();
      });
    });
    server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
      this.begin(req.socket, res);
      if (isLast(req)) res.shouldKeepAlive = false;
      if (!this.drained) return;
      this.closeAfter(res);
      this.endWithoutIdleConnections();
    });
    this.forgetFinished();
    this.cutSlowReaders();
  }

  responseOn(socket: Socket): ServerResponse | undefined {
    const res = this.underWay.get(socket)?.last;
    return res?.writableFinished === false ? res : undefined;
  }

  /**
   * Closes each connection with its next response. After `lastRequestTimeout` it accepts no new connections, closes idle ones,
   * and resolves when all received requests are answered. A client that has not sent its whole request after `uploadGraceMs`
   * is disconnected.
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

  /**
   * An idle connection would otherwise keep its last request and response in memory. A listener on each response would cost a
   * twentieth of a short request.
   */
  private forgetFinished(): void {
    const forget = (message: unknown): void => {
      const { server, socket, response } = message as FinishedResponse;
      if (server === this.server && this.underWay.get(socket)?.last === response)
        this.underWay.set(socket, undefined);
    };
    subscribe(finished, forget);
    this.server.once('close', () => {
      unsubscribe(finished, forget);
    });
  }

  /** Node limits how slowly a client sends a request, but not how slowly it reads the response. */
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
    await this.takeLastRequests();
    // A connection with an unread request counts as idle, and its client would get a reset. Received data is read within
    // one turn of the event loop; the current turn may be past reading.
    for (let turn = 0; turn < 2; turn++) await setImmediate();
    // A server that never listened reports an error, but is closed.
    await new Promise((resolve) => this.server.close(resolve));
    clearTimeout(timer);
  }

  /** A proxy may send a request in the moment in which an idle connection is closed. So it learns of the end by a response. */
  private async takeLastRequests(): Promise<void> {
    const { signal } = this.lastRequests;
    this.endWithoutIdleConnections();
    await delay(this.limits.lastRequestTimeout, undefined, { signal }).catch(() => undefined);
    this.lastRequests.abort();
  }

  private endWithoutIdleConnections(): void {
    const isIdle = (responses: UnderWay | undefined): boolean => responses?.last.writableFinished !== false;
    if (![...this.underWay.values()].some(isIdle)) this.lastRequests.abort();
  }

  private closeAfter(res: ServerResponse): void {
    if (!res.headersSent) res.setHeader('connection', 'close');
    res.once('close', () => {
      if (this.lastRequests.signal.aborted) this.server.closeIdleConnections();
    });
  }

  private cutUnfinishedRequests(): void {
    for (const socket of this.underWay.keys()) {
      if (this.responseOn(socket)?.req.complete !== true) socket.destroy();
    }
  }
}

/**
 * Whether the connection ends with the response: the client requests it (RFC 9112, 9.3), or the request has a framing that
 * HTTP/1.0 does not define (6.1). Node keeps such connections open if `keep-alive` is listed as well.
 */
function isLast({ headers, httpVersion }: IncomingMessage): boolean {
  const options = headers.connection?.toLowerCase().split(/[ \t]*,[ \t]*/) ?? [];
  return options.includes('close') || (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined);
}
