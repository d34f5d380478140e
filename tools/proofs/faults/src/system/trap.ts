import { closeServer, listen, portOf } from '@governance/testing';
import { createServer } from 'node:http';

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
    await listen(trap.server);
    return trap;
  }

  /** Host and port. */
  get address(): string {
    return `127.0.0.1:${portOf(this.server)}`;
  }

  close(): Promise<void> {
    return closeServer(this.server);
  }
}
