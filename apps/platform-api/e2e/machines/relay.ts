import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What changes the world outside of a process: a call of the identity provider, and a commit of the database. */
export type Effect = 'call' | 'commit';

/** Held before it has arrived, or when it has taken effect, before that is answered. */
export type Side = 'before' | 'after';

/** Where an effect is to be held, counted from 0. */
interface Stop {
  readonly at: number;
  readonly side: Side;
}

/** The effects on their way through relays, in their order; one of them can be held for good. */
export class Effects {
  private passed: Effect[] = [];
  private stop: Stop | undefined;
  private held = Promise.withResolvers<Effect>();

  /** Counts from here. What is answered grows. */
  count(): readonly Effect[] {
    this.passed = [];
    return this.passed;
  }

  /** Counts from here. Resolves when the effect is held that was to be. */
  hold(stop: Stop): Promise<Effect> {
    this.count();
    this.stop = stop;
    this.held = Promise.withResolvers<Effect>();
    return this.held.promise;
  }

  /** Of the relays: whether this effect is to be held. */
  next(effect: Effect): Side | undefined {
    const isHere = this.stop?.at === this.passed.push(effect) - 1;
    if (!isHere) return undefined;
    const { side } = this.stop ?? {};
    this.stop = undefined;
    return side;
  }

  /** Of the relays. */
  holds(effect: Effect): void {
    this.held.resolve(effect);
  }
}

/** A way to a server, over which everything passes until an effect is held; then nothing passes on its connection any more. */
export interface Relay {
  readonly port: number;
  /** What was said on it, by both sides, since this was asked last. */
  overheard(): string;
  /** Ends what is connected and refuses connections, until `mend`. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export interface RelayParts {
  readonly effect: Effect;
  /** Whether what a client sends is an effect. Its clients send nothing more before they are answered. */
  readonly isEffect: (sent: Buffer) => boolean;
  readonly effects: Effects;
}

export async function startRelay(target: URL, { effect, isEffect, effects }: RelayParts): Promise<Relay> {
  let overheard = '';
  const sockets = new Set<Socket>();

  function pass(client: Socket): void {
    const server = connect(Number(target.port), target.hostname);
    let held: Side | undefined;
    client.on('data', (sent: Buffer) => {
      overheard += sent.toString('latin1');
      if (held === undefined && isEffect(sent)) held = effects.next(effect);
      if (held === 'before') effects.holds(effect);
      else server.write(sent);
    });
    server.on('data', (answered: Buffer) => {
      overheard += answered.toString('latin1');
      if (held === 'after') effects.holds(effect);
      if (held === undefined) client.write(answered);
    });
    for (const [one, other] of [[client, server] as const, [server, client] as const]) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }

  const listener = createServer(pass);
  const listen = async (port: number): Promise<number> => {
    await once(listener.listen(port, '127.0.0.1'), 'listening');
    return (listener.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    port,
    overheard: () => {
      const all = overheard;
      overheard = '';
      return all;
    },
    cut: async () => {
      if (!listener.listening) return;
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: async () => {
      await listen(port);
    },
  };
}
