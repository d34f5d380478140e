import { ExpressAdapter } from '@nestjs/platform-express';
import { type Express } from 'express';
import { createServer } from 'node:http';
import { type Socket } from 'node:net';
import { type Surface } from '../surface';
import { Connections } from './connections';
import { bytesOf, isDeparture, refusalOf } from './malformed-request';
import { timeLimits, uploadGraceMs } from './time-limits';

/** Express on a server that slow clients cannot fill, and that ends without dropping what it has begun. */
export class HttpServerAdapter extends ExpressAdapter {
  /** Told the status with which a connection was closed that sent no request that could be read. */
  onMalformedRequest: (status: number) => void = () => undefined;
  private connections: Connections | undefined;

  constructor(
    instance: Express,
    private readonly surface: Surface,
  ) {
    super(instance);
  }

  override initHttpServer(): void {
    const server = createServer(timeLimits, this.getInstance<Express>());
    this.connections = new Connections(server);
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      this.refuse(error, socket);
    });
    this.httpServer = server;
  }

  /** The first step of a shutdown; `close` waits for its end. */
  override beforeClose(): void {
    super.beforeClose();
    void this.drain();
  }

  override async close(): Promise<void> {
    await this.drain();
  }

  private async drain(): Promise<void> {
    await this.connections?.drain(uploadGraceMs);
  }

  private refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    if (isDeparture(error)) {
      socket.destroy();
      return;
    }
    const refusal = refusalOf(error, this.surface);
    const res = this.connections?.responseOn(socket);
    // A request that has got as far as to a handler is answered, and logged, as any other.
    if (res && !res.headersSent) res.writeHead(refusal.status, refusal.headers).end(refusal.body);
    else if (!res) {
      this.onMalformedRequest(refusal.status);
      if (socket.writable) socket.write(bytesOf(refusal));
    }
    socket.destroySoon();
  }
}
