import { Clock } from '@governance/kernel';
import {
  type AuditContext,
  type Beginning,
  ChangeRunner,
  type ClientGrant,
  type CreateIntent,
  CredentialStore,
  type EndOverlapIntent,
  IdentityProvider,
  IdentityProviderUnavailable,
  intentLeaseMs,
  IntentLost,
  type M2mCredential,
  type RenameIntent,
  type RevokeIntent,
  type RotateIntent,
  type RotationGrant,
} from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ManagedIssuer } from '../managed-issuer';
import { clientGone, formerProvider, overtakenChange } from './credential-problems';

/** Applies credential changes at the identity provider (ADR 7). The reconciler settles unfinished ones. */
@Injectable()
export class CredentialChanges {
  private readonly logger = new Logger('M2mCredentials');
  private readonly runner: ChangeRunner;
  /** Of the clients of new credentials. */
  readonly issuer: string;

  constructor(
    store: CredentialStore,
    provider: IdentityProvider,
    private readonly clock: Clock,
    { issuer }: ManagedIssuer,
  ) {
    this.issuer = issuer;
    this.runner = new ChangeRunner({ store, provider, issuer, now: () => clock.now() });
  }

  /** Throws a `Problem` if the client is at a former provider: nothing is begun, and no provider is called (ADR 38). */
  refuseElsewhere({ issuer }: M2mCredential): void {
    if (issuer !== this.issuer) throw formerProvider();
  }

  /** `target` is the credential's id. */
  beginning(write: AuditContext, target: string): Beginning {
    const now = this.clock.now();
    const leaseUntil = new Date(now.getTime() + intentLeaseMs);
    return { intentId: randomUUID(), now, leaseUntil, audit: { ...write, target } };
  }

  /** Returns the working credential. Rejects with `IdentityProviderUnavailable`: then it does not exist, or soon will not. */
  async create(intent: CreateIntent, grant: Omit<ClientGrant, 'kind'>): Promise<M2mCredential> {
    try {
      const outcome = await this.runner.carryOut(intent, { kind: 'client', ...grant });
      if (outcome.kind === 'finished' && outcome.credential) return outcome.credential;
    } catch (error) {
      // The reconciler considered this process dead and undid the creation.
      throw error instanceof IntentLost ? new IdentityProviderUnavailable({ cause: error }) : error;
    }
    throw new Error('a creation was abandoned by the holder of its grant');
  }

  /** Returns the credential with its new secret or key in force. The old one works until the end of the overlap, if any. */
  rotate(intent: RotateIntent, grant: RotationGrant): Promise<M2mCredential> {
    return this.changeAtProvider(intent, grant);
  }

  /** When this resolves, only the current secret or key works. After a failure the reconciler ends the previous one. */
  async endOverlap(intent: EndOverlapIntent): Promise<void> {
    await this.changeAtProvider(intent);
  }

  /** The change already holds in the database. The reconciler handles later failures, so the caller gets no error. */
  async followUp(intent: RenameIntent | RevokeIntent): Promise<void> {
    try {
      await this.runner.carryOut(intent);
      if (intent.issuer !== this.issuer) this.reportLeft(intent);
    } catch (error) {
      this.logger.warn({
        msg: 'identity provider not updated, the reconciler retries',
        change: intent.kind,
        credential: intent.credentialId,
        err: error,
      });
    }
  }

  private reportLeft({ credentialId, orgId, clientId, issuer }: RenameIntent | RevokeIntent): void {
    this.logger.warn({
      msg: 'client left at a former identity provider, delete it there',
      credential: credentialId,
      organization: orgId,
      client: clientId,
      issuer,
    });
  }

  private async changeAtProvider(
    intent: RotateIntent | EndOverlapIntent,
    grant?: RotationGrant,
  ): Promise<M2mCredential> {
    try {
      const outcome = await this.runner.carryOut(intent, grant);
      if (outcome.kind === 'finished' && outcome.credential) return outcome.credential;
    } catch (error) {
      throw error instanceof IntentLost ? overtakenChange({ cause: error }) : error;
    }
    throw clientGone();
  }
}
