import { ExpressAdapter } from '@nestjs/platform-express';
import { type Express } from 'express';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Server as SocketServer, type Socket } from 'node:net';
import { type Surface } from '../surface';
import {
  Connections,
  type MalformedRequest,
  refuseMalformed,
  acceptBacklog,
  type TimeLimits,
  timeLimits,
  uploadGraceMs,
} from '@governance/runtime';
import { prepareRequest, refuseExpectation } from './request-flaws';
import { type RequestLimit } from './request-limit';

/** Express on a server that limits slow clients and shuts down without dropping requests. */
export class HttpServerAdapter extends ExpressAdapter {
  /** Called for each connection that was closed because of a malformed request. */
  onMalformedRequest: (report: MalformedRequest) => void = () => undefined;
  /** None until it is set. */
  requestLimit: RequestLimit | undefined;
  private connections: Connections | undefined;
  private furtherServer: SocketServer | undefined;

  constructor(
    instance: Express,
    private readonly surface: Surface,
    private readonly limits: TimeLimits = timeLimits,
  ) {
    super(instance);
  }

  override initHttpServer(): void {
    // The surface, not Node, refuses a request without a Host.
    const server = createServer({ ...this.limits, requireHostHeader: false });
    const express = this.getInstance<Express>();
    const take = (req: IncomingMessage, res: ServerResponse): void => {
      if (this.requestLimit?.admits(req, res) === false) return;
      prepareRequest(req);
      express(req, res);
    };
    server.on('request', take);
    this.connections = new Connections(server, this.limits);
    server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
      refuseExpectation(req);
      server.emit('request', req, res);
    });
    refuseMalformed(server, {
      connections: this.connections,
      surface: this.surface,
      refusalTimeout: this.limits.refusalTimeout,
      onMalformedRequest: (report) => {
        this.onMalformedRequest(report);
      },
    });
    this.httpServer = server;
  }

  /** Without `host`, listens on all addresses. */
  override listen(port: string | number, ...args: unknown[]): Server {
    const [host] = args.filter((arg) => typeof arg === 'string');
    const listening = args.find((arg) => typeof arg === 'function') as (() => void) | undefined;
    return (this.httpServer as Server).listen({ port, host, backlog: acceptBacklog }, listening);
  }

  /** Serves the same routes on a second port, with the same limits. A route finds the port in `req.socket.localPort`. */
  async listenAlso(port: number): Promise<void> {
    const server = createSocketServer({ noDelay: true }, (socket: Socket) => {
      (this.httpServer as Server).emit('connection', socket);
    });
    this.furtherServer = server;
    await once(server.listen({ port, backlog: acceptBacklog }), 'listening');
  }

  /** The first step of a shutdown; `close` waits for it. */
  override beforeClose(): void {
    super.beforeClose();
    void this.drain();
  }

  override async close(): Promise<void> {
    await this.drain();
  }

  private async drain(): Promise<void> {
    await this.connections?.drain(uploadGraceMs);
    const { furtherServer } = this;
    // Its connections are those of the server above, which has ended or is ending them.
    if (furtherServer?.listening === true) await new Promise((resolve) => furtherServer.close(resolve));
  }
}
