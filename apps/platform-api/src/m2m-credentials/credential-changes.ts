import { Clock } from '@governance/kernel';
import {
  type AuditContext,
  type Beginning,
  ChangeRunner,
  type ClientAuthentication,
  type ClientGrant,
  type CreateIntent,
  CredentialStore,
  IdentityProvider,
  IdentityProviderUnavailable,
  intentLeaseMs,
  IntentLost,
  type M2mCredential,
  type RenameIntent,
  type RevokeIntent,
  type RotateIntent,
} from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { clientGone, overtakenChange } from './credential-problems';

/** Changes of credentials on their way to the identity provider (ADR 7). What is not finished is the reconciler's. */
@Injectable()
export class CredentialChanges {
  private readonly logger = new Logger('M2mCredentials');
  private readonly runner: ChangeRunner;

  constructor(
    store: CredentialStore,
    provider: IdentityProvider,
    private readonly clock: Clock,
  ) {
    this.runner = new ChangeRunner({ store, provider, now: () => clock.now() });
  }

  /** `target` is the credential's id. */
  beginning(write: AuditContext, target: string): Beginning {
    const now = this.clock.now();
    const leaseUntil = new Date(now.getTime() + intentLeaseMs);
    return { intentId: randomUUID(), now, leaseUntil, audit: { ...write, target } };
  }

  /** The credential, which authenticates. Rejects with `IdentityProviderUnavailable`: then there is none, now or soon. */
  async create(intent: CreateIntent, grant: Omit<ClientGrant, 'kind'>): Promise<M2mCredential> {
    try {
      const outcome = await this.runner.carryOut(intent, { kind: 'client', ...grant });
      if (outcome.kind === 'finished' && outcome.credential) return outcome.credential;
    } catch (error) {
      // The reconciler has taken it for dead, and has undone it.
      throw error instanceof IntentLost ? new IdentityProviderUnavailable({ cause: error }) : error;
    }
    throw new Error('a creation was abandoned by whoever holds its grant');
  }

  /** The credential, with its new secret or key in force and the old one not. */
  async rotate(intent: RotateIntent, grant: ClientAuthentication): Promise<M2mCredential> {
    try {
      const outcome = await this.runner.carryOut(intent, grant);
      if (outcome.kind === 'finished' && outcome.credential) return outcome.credential;
    } catch (error) {
      throw error instanceof IntentLost ? overtakenChange(error) : error;
    }
    throw clientGone();
  }

  /** The change holds already: what goes wrong from here on is the reconciler's to mend, and nothing to tell the caller. */
  async followUp(intent: RenameIntent | RevokeIntent): Promise<void> {
    try {
      await this.runner.carryOut(intent);
    } catch (error) {
      this.logger.warn({
        msg: 'the identity provider is told later',
        change: intent.kind,
        credential: intent.credentialId,
        err: error,
      });
    }
  }
}
