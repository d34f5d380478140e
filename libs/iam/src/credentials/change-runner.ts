import {
  ClientUnknown,
  type ClientAuthentication,
  type IdentityProvider,
  type NewClient,
  type ProviderClient,
} from '../provider/identity-provider.port';
import { type M2mCredential } from './credential';
import { type CredentialStore } from './credential-store.port';
import { type AbandonableIntent, type Intent, type RotateIntent } from './intent';
import { type IntentProgress, nextStep } from './next-step';

/** The secret or key of a change. Only the request that started the change has it. */
export type ChangeGrant = ClientGrant | RotationGrant;

export type RotationGrant = ClientAuthentication & { readonly overlapUntil?: Date | undefined };

export interface ClientGrant extends Pick<
  NewClient,
  'name' | 'permissions' | 'allowedNetworks' | 'authentication'
> {
  readonly kind: 'client';
}

/** `credential` is the state after a creation, a rotation or the end of an overlap. */
export type ChangeOutcome =
  | { readonly kind: 'finished'; readonly credential: M2mCredential | undefined }
  | { readonly kind: 'abandoned' };

export interface ChangeRunnerParts {
  readonly store: CredentialStore;
  readonly provider: IdentityProvider;
  /** The exact `iss` of the provider. Changes of credentials of another issuer never call it. */
  readonly issuer: string;
  readonly now: () => Date;
}

/** More steps than any change has, so that an adapter that breaks its contract does not cause an endless loop. */
const mostSteps = 6;

/** Completes a change of a credential from any state: for the request that started it and for the reconciler. */
export class ChangeRunner {
  constructor(private readonly parts: ChangeRunnerParts) {}

  /**
   * Takes every remaining step. Pass `grant` for a creation or rotation that has just started. Without it, a creation or
   * rotation is finished if it has taken effect, and otherwise undone. Rejects with `IdentityProviderUnavailable`,
   * `StoreUnavailable` or `IntentLost`; the reconciler then takes over, or has taken over.
   */
  async carryOut(intent: Intent, grant?: ChangeGrant): Promise<ChangeOutcome> {
    let client: IntentProgress['client'] = 'unknown';
    const isElsewhere = intent.issuer !== this.parts.issuer;
    for (let steps = 0; steps < mostSteps; steps += 1) {
      const step = nextStep(intent, { client, holdsGrant: grant !== undefined, isElsewhere });
      switch (step) {
        case 'look':
          client = (await this.parts.provider.findClient(intent.credentialId)) ?? 'absent';
          break;
        case 'change':
          client = await this.change(intent, grant);
          break;
        case 'delete':
          await this.parts.provider.deleteClient(clientIdOf(intent, client));
          client = 'absent';
          break;
        case 'finish':
          return { kind: 'finished', credential: await this.finish(intent, client) };
        case 'abandon':
          await this.abandon(intent);
          return { kind: 'abandoned' };
      }
    }
    throw new Error(`the change ${intent.kind} does not come to an end`);
  }

  private async change(intent: Intent, grant: ChangeGrant | undefined): Promise<ProviderClient | 'absent'> {
    try {
      return await this.changeClient(intent, grant);
    } catch (error) {
      // Revoked in the meantime, or deleted at the provider.
      if (error instanceof ClientUnknown) return 'absent';
      throw error;
    }
  }

  private changeClient(intent: Intent, grant: ChangeGrant | undefined): Promise<ProviderClient> {
    const { provider } = this.parts;
    const { id: revision, credentialId: tag, orgId } = intent;
    if (intent.kind === 'rename')
      return provider.renameClient(intent.clientId, { name: intent.name, revision });
    if (intent.kind === 'end-overlap') return provider.endOverlap(intent.clientId, { revision });
    if (intent.kind === 'create' && grant?.kind === 'client') {
      const { name, permissions, allowedNetworks, authentication } = grant;
      const client = { name, permissions, allowedNetworks, authentication };
      return provider.createClient({ tag, revision, orgId, ...client });
    }
    if (intent.kind === 'rotate') return this.rotateClient(intent, grant);
    throw mismatch(intent);
  }

  private rotateClient(intent: RotateIntent, grant: ChangeGrant | undefined): Promise<ProviderClient> {
    const { provider } = this.parts;
    const { id: revision, clientId } = intent;
    switch (grant?.kind) {
      case 'secret': {
        const { secret, expiresAt, overlapUntil } = grant;
        return provider.rotateSecret(clientId, { secret, expiresAt, overlapUntil, revision });
      }
      case 'key': {
        const { key, expiresAt, overlapUntil } = grant;
        return provider.replaceKey(clientId, { key, expiresAt, overlapUntil, revision });
      }
      case 'client':
      case undefined:
        throw mismatch(intent);
    }
  }

  private async finish(intent: Intent, client: IntentProgress['client']): Promise<M2mCredential | undefined> {
    const credentials = this.parts.store.forOrg(intent.orgId);
    const now = this.parts.now();
    switch (intent.kind) {
      case 'create':
        return credentials.finishCreation(intent, { clientId: clientIdOf(intent, client), now });
      case 'rotate':
        return credentials.finishRotation(intent, now);
      case 'end-overlap':
        return credentials.finishEndOfOverlap(intent, now);
      case 'rename':
      case 'revoke':
        await credentials.finishFollowUp(intent);
        return undefined;
    }
  }

  private async abandon(intent: Intent): Promise<void> {
    if (!canBeAbandoned(intent)) throw new TypeError(`a change of kind ${intent.kind} has taken effect`);
    await this.parts.store.forOrg(intent.orgId).abandon(intent, this.parts.now());
  }
}

function mismatch({ kind }: Intent): TypeError {
  return new TypeError(`a change of kind ${kind} does not grant that`);
}

function canBeAbandoned(intent: Intent): intent is AbandonableIntent {
  return intent.kind === 'create' || intent.kind === 'rotate' || intent.kind === 'end-overlap';
}

function clientIdOf(intent: Intent, client: IntentProgress['client']): string {
  if (intent.kind !== 'create') return intent.clientId;
  if (typeof client === 'object') return client.clientId;
  throw new TypeError('the client of a creation has not been seen');
}
