import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The external effects of a process: a call to the identity provider, and a commit in the database. */
export type Effect = 'call' | 'commit';

/** Held before it arrives, or after it takes effect and before the response. */
export type Side = 'before' | 'after';

/** The effect to hold, counted from 0. */
interface Stop {
  readonly at: number;
  readonly side: Side;
}

/** The effects passing through relays, in order; one of them can be held permanently. */
export class Effects {
  private passed: Effect[] = [];
  private stop: Stop | undefined;
  private held = Promise.withResolvers<Effect>();

  /** Starts counting. The returned list grows. */
  count(): readonly Effect[] {
    this.passed = [];
    return this.passed;
  }

  /** Starts counting. Resolves when the effect is held. */
  hold(stop: Stop): Promise<Effect> {
    this.count();
    this.stop = stop;
    this.held = Promise.withResolvers<Effect>();
    return this.held.promise;
  }

  /** For relays: whether to hold this effect. */
  next(effect: Effect): Side | undefined {
    const isHere = this.stop?.at === this.passed.push(effect) - 1;
    if (!isHere) return undefined;
    const { side } = this.stop ?? {};
    this.stop = undefined;
    return side;
  }

  /** For relays. */
  holds(effect: Effect): void {
    this.held.resolve(effect);
  }
}

/** A proxy to a server. It forwards everything until an effect is held; then it forwards nothing on that connection. */
export interface Relay {
  readonly port: number;
  /** The traffic of both sides since the last call. */
  overheard(): string;
  /** Ends connections and refuses new ones, until `mend`. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export interface RelayParts {
  readonly effect: Effect;
  /** Whether a client's packet is an effect. Its clients send nothing more until they get a response. */
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

/** A call that belongs to a change. Before each write the guard also asks the provider for sessions that have ended. */
export function isProviderCall(sent: Buffer): boolean {
  return /^(?:GET|POST|PUT|PATCH|DELETE) (?!\S*\/session-ends )/.test(sent.toString('latin1'));
}
