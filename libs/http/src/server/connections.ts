import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** The connections of a server, each with the response that was begun last on it. */
export class Connections {
  private readonly latest = new Map<Socket, ServerResponse | undefined>();
  private drained: Promise<void> | undefined;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.latest.set(socket, undefined);
      socket.once('close', () => this.latest.delete(socket));
    });
    server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
      this.latest.set(req.socket, res);
      if (this.drained) this.closeAfter(res);
    });
  }

  /** The response that is under way on a connection. */
  responseOn(socket: Socket): ServerResponse | undefined {
    const res = this.latest.get(socket);
    return res?.writableFinished === false ? res : undefined;
  }

  /**
   * Answers what has reached us by now, takes no more connections, closes idle ones, and resolves when the responses under
   * way are finished. Whoever has not sent the whole of its request `uploadGraceMs` from now is cut off.
   */
  drain(uploadGraceMs: number): Promise<void> {
    this.drained ??= this.end(uploadGraceMs);
    return this.drained;
  }

  private async end(uploadGraceMs: number): Promise<void> {
    const timer = setTimeout(() => {
      this.cutUnfinishedRequests();
    }, uploadGraceMs);
    for (const res of this.latest.values()) if (res) this.closeAfter(res);
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
    for (const socket of this.latest.keys()) {
      if (this.responseOn(socket)?.req.complete !== true) socket.destroy();
    }
  }
}
