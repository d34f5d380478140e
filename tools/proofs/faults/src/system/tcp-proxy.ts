import { listen, portOf } from '@governance/testing';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * `cut` resets connections and refuses new ones. `silent` forwards nothing until the connections are mended. `slow` delays
 * each packet. `narrow` forwards 10 kB a second on each connection. `drop` ends an SMTP connection instead of confirming that
 * the message was taken.
 */
export type Trouble = 'cut' | 'silent' | 'slow' | 'narrow' | 'drop';

const delayMs = 200;
const narrowBytesPerMs = 10;

/** A TCP proxy to one server, whose connections can be disturbed. */
export class TcpProxy {
  private readonly links = new Set<Link>();
  private trouble: Trouble | undefined;
  private readonly listener = createServer((client) => {
    this.accept(client);
  });

  private constructor(private target: number) {}

  static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await listen(proxy.listener);
    return proxy;
  }

  get port(): number {
    return portOf(this.listener);
  }

  /** New connections go to another server, and the others stay until their server ends them. */
  lead(port: number): void {
    this.target = port;
  }

  /** As when an operator moves an address: no connection stays. */
  retarget(port: number): void {
    this.lead(port);
    for (const link of this.links) link.end();
  }

  disturb(trouble: Trouble): void {
    this.trouble = trouble;
    if (trouble === 'cut') for (const link of this.links) link.end();
  }

  mend(): void {
    this.trouble = undefined;
    for (const link of this.links) link.flush();
  }

  async close(): Promise<void> {
    for (const link of this.links) link.end();
    const closed = once(this.listener, 'close');
    this.listener.close();
    await closed;
  }

  private accept(client: Socket): void {
    if (this.trouble === 'cut') {
      client.on('error', () => undefined).resetAndDestroy();
      return;
    }
    const link = new Link(client, connect(this.target, '127.0.0.1'), () => this.trouble);
    this.links.add(link);
    link.onEnd(() => this.links.delete(link));
  }
}

/** A connection of a client, and the one to the server. Keeps the order of packets. */
class Link {
  private readonly held: { readonly to: Socket; readonly packet: Buffer }[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  /** When the last packet of a narrow connection has been forwarded. */
  private freeAt = 0;
  private delivers = false;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly trouble: () => Trouble | undefined,
  ) {
    this.carry(client, server);
    this.carry(server, client);
  }

  end(): void {
    for (const socket of [this.client, this.server]) if (!socket.destroyed) socket.resetAndDestroy();
  }

  onEnd(ended: () => void): void {
    this.client.once('close', ended);
  }

  /** Forwards what is held. */
  flush(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.freeAt = 0;
    for (const { to, packet } of this.held.splice(0)) write(to, packet);
  }

  private carry(from: Socket, to: Socket): void {
    from.on('data', (packet: Buffer) => {
      this.pass(to, packet);
    });
    from.on('error', () => undefined);
    from.on('close', () => to.destroy());
  }

  private pass(to: Socket, packet: Buffer): void {
    const trouble = this.trouble();
    if (trouble === 'drop' && to === this.client && this.isConfirmation(packet)) this.end();
    else if (trouble === 'silent') this.held.push({ to, packet });
    else if (trouble === 'slow') this.hold(to, packet, delayMs);
    else if (trouble === 'narrow') this.hold(to, packet, this.turnMs(packet));
    else write(to, packet);
  }

  /** Until the packets before it and its own bytes have passed. */
  private turnMs({ length }: Buffer): number {
    const now = performance.now();
    this.freeAt = Math.max(now, this.freeAt) + length / narrowBytesPerMs;
    return this.freeAt - now;
  }

  private hold(to: Socket, packet: Buffer, heldMs: number): void {
    this.held.push({ to, packet });
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const next = this.held.shift();
      if (next) write(next.to, next.packet);
    }, heldMs);
    this.timers.add(timer);
  }

  /** The answer after `354`, with which the server takes the message. */
  private isConfirmation(packet: Buffer): boolean {
    const code = packet.toString('latin1').slice(0, 3);
    const wasExpected = this.delivers;
    this.delivers = code === '354';
    return wasExpected && code === '250';
  }
}

function write(to: Socket, packet: Buffer): void {
  if (!to.destroyed) to.write(packet);
}
