import { type ActiveCredential, CredentialStore, isInNetworks } from '@governance/iam';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { ActiveCredentials, type CredentialStanding, type MachineCall } from './active-credentials.port';

/** Together with `recentMs` well below one minute, the allowed delay of `lastUsedAt`. */
const flushAfterMs = 20_000;
/** A use this soon after a recorded one is not written; replicas share one credential. */
const recentMs = 10_000;
/** Uses kept while the database is unavailable; beyond that the oldest are dropped. */
const capacity = 10_000;

/**
 * Looks up credentials in the store: one indexed read for each call of a machine. Uses are written later in batches, so
 * they neither slow down a request nor make it fail.
 */
@Injectable()
export class RecordedCredentials extends ActiveCredentials implements BeforeApplicationShutdown {
  private readonly logger = new Logger('LastUsed');
  private uses = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();
  private ending = false;

  constructor(private readonly store: CredentialStore) {
    super();
  }

  override async standingOf({
    issuer,
    clientId,
    orgId,
    now,
    from,
  }: MachineCall): Promise<CredentialStanding> {
    const credential = await this.store.systemScope('guard').findActive({ issuer, clientId, orgId, now });
    if (credential === undefined) return 'inactive';
    const { allowedNetworks } = credential;
    // A refused call is no use.
    if (allowedNetworks && !isInNetworks(allowedNetworks, from.ip)) return 'outside';
    this.note(credential, now);
    return 'active';
  }

  /** Runs before the database closes. Requests in progress write their own use from now on. */
  async beforeApplicationShutdown(): Promise<void> {
    this.ending = true;
    await this.flush();
  }

  private note({ id, lastUsedAt }: ActiveCredential, now: Date): void {
    if (lastUsedAt !== undefined && now.getTime() - lastUsedAt.getTime() < recentMs) return;
    this.keep(id, now);
    if (this.ending) void this.flush();
    else this.flushLater();
  }

  private keep(id: string, usedAt: Date): void {
    const known = this.uses.get(id);
    if (known === undefined || known < usedAt) this.uses.set(id, usedAt);
    if (this.uses.size <= capacity) return;
    const [oldest] = this.uses.keys();
    if (oldest !== undefined) this.uses.delete(oldest);
  }

  private flushLater(): void {
    this.timer ??= setTimeout(() => void this.flush(), flushAfterMs).unref();
  }

  /** Never rejects: failed writes are retried with the next batch. */
  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushing = this.flushing.then(() => this.write());
    return this.flushing;
  }

  private async write(): Promise<void> {
    const uses = this.uses;
    if (uses.size === 0) return;
    this.uses = new Map();
    try {
      await this.store.systemScope('last-used').touchLastUsed(uses);
    } catch (error) {
      this.logger.warn({ msg: 'the last use of credentials could not be recorded', err: error });
      const meanwhile = this.uses;
      this.uses = uses;
      for (const [id, usedAt] of meanwhile) this.keep(id, usedAt);
      if (!this.ending) this.flushLater();
    }
  }
}
