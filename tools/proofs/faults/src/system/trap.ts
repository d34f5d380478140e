import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A server that must receive no request: hostile text names its address. */
export class Trap {
  /** The paths that were requested. */
  readonly requests: string[] = [];
  private readonly server = createServer((req, res) => {
    this.requests.push(req.url ?? '');
    res.end();
  }).on('upgrade', (req, socket) => {
    this.requests.push(req.url ?? '');
    socket.destroy();
  });

  static async start(): Promise<Trap> {
    const trap = new Trap();
    await once(trap.server.listen(0, '127.0.0.1'), 'listening');
    return trap;
  }

  /** Host and port. */
  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
