import { setTimeout as delay } from 'node:timers/promises';
import { lifeOfCredential } from './credential-clients';
import { invite, lifeOfMember } from './member-clients';
import { askReadiness, probe } from './probes';
import { hammer, resend } from './resend-clients';
import { askForJobs, flood, submitWithAddress, submitWithoutAddress, verify } from './website-clients';
import { type World } from './world';

type Client = (world: World) => Promise<unknown>;

/** The clients, and the milliseconds for which each rests after its work. */
const clients: readonly (readonly [client: Client, restMs: number])[] = [
  [submitWithoutAddress, 250],
  [submitWithoutAddress, 250],
  [submitWithAddress, 1_200],
  [flood, 4_000],
  [askForJobs, 2_000],
  [resend, 2_500],
  [hammer, 5_000],
  [verify, 250],
  [probe, 500],
  [askReadiness, 500],
  [invite, 2_000],
  [lifeOfCredential, 500],
  [lifeOfCredential, 500],
  [lifeOfMember, 4_000],
];

/** Clients that work at the same time, each with numbers of its own, and most with one request after another. */
export class Load {
  private readonly ending = new AbortController();
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly world: World) {}

  start(): void {
    this.running = Promise.all(
      clients.map(([client, restMs], index) => this.repeat(client, restMs, this.world.forClient(index))),
    );
  }

  /** Resolves when each request has its answer or was given up. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async repeat(client: Client, restMs: number, world: World): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      await client(world);
      const restsMs = restMs * (0.5 + world.random.next());
      await delay(restsMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
