import { type ActiveCredential, CredentialStore, isInNetworks } from '@governance/iam';
import { LateNotes } from '@governance/runtime';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { ActiveCredentials, type CredentialStanding, type MachineCall } from './active-credentials.port';

/** Together with `recentMs` well below one minute, the allowed delay of `lastUsedAt`. */
const flushAfterMs = 20_000;
/** A use this soon after a recorded one is not written; replicas share one credential. */
const recentMs = 10_000;

/**
 * Looks up credentials in the store: one indexed read for each call of a machine. Uses are written later in batches, so
 * they neither slow down a request nor make it fail.
 */
@Injectable()
export class RecordedCredentials extends ActiveCredentials implements BeforeApplicationShutdown {
  private readonly logger = new Logger('LastUsed');
  private readonly uses = new LateNotes<Date>({
    afterMs: flushAfterMs,
    merged: (known, next) => (known < next ? next : known),
    write: (uses) => this.store.systemScope('last-used').touchLastUsed(uses),
    failed: (error) => {
      this.logger.warn({ msg: 'the last use of credentials could not be recorded', err: error });
    },
  });

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
  beforeApplicationShutdown(): Promise<void> {
    return this.uses.end();
  }

  private note({ id, lastUsedAt }: ActiveCredential, now: Date): void {
    if (lastUsedAt !== undefined && now.getTime() - lastUsedAt.getTime() < recentMs) return;
    this.uses.add(id, now);
  }
}
