import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

export interface RelayOptions {
  /** Where pods connect to. */
  readonly address: string;
  readonly port: number;
  /** The port of a server on the loopback address, which pods do not reach. */
  readonly to: number;
  /** The folder of a certificate, if the relay terminates TLS. */
  readonly certificates?: string;
}

/** Passes connections of pods on to a server that listens on the loopback address. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private readonly held: Socket[] = [];
  private isHeld = false;

  private constructor(
    private readonly server: Server,
    private readonly to: number,
  ) {}

  static async start({ address, port, to, certificates }: RelayOptions): Promise<Relay> {
    const accept = (socket: Socket): void => {
      relay.pass(socket);
    };
    const server =
      certificates === undefined
        ? createServer(accept)
        : createTlsServer(
            {
              cert: readFileSync(join(certificates, 'tls.crt')),
              key: readFileSync(join(certificates, 'tls.key')),
            },
            accept,
          );
    const relay = new Relay(server, to);
    // A client that goes away during the handshake is its own affair.
    server.on('tlsClientError', () => undefined);
    await once(server.listen(port, address), 'listening');
    return relay;
  }

  /** Breaks open connections. From now on new ones get no answer. */
  hold(): void {
    this.isHeld = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Breaks the held connections. */
  release(): void {
    this.isHeld = false;
    for (const socket of this.held.splice(0)) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of [...this.sockets, ...this.held]) socket.destroy();
    await closed;
  }

  private pass(socket: Socket): void {
    if (this.isHeld) {
      socket.on('error', () => socket.destroy());
      this.held.push(socket);
      return;
    }
    const server = connect(this.to, '127.0.0.1');
    for (const [from, other] of [
      [socket, server],
      [server, socket],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => other.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        other.destroy();
      });
      from.pipe(other);
    }
  }
}
