import { type TrustRuleChanges } from '../trust-rules/trust-rule-changes';
import { type ProviderIntent } from './provider-change';
import { type ProviderChangeStore } from './provider-change-store.port';
import { abandoned, type Settled, UserChangeOutcomes, type UserDirectories } from './user-change-outcomes';

export interface ProviderChangeSettlerParts {
  readonly changes: ProviderChangeStore;
  readonly trustRules: TrustRuleChanges;
  /** Undefined: the platform does not manage users at the provider. */
  readonly users: UserDirectories | undefined;
  /** The issuer of the members' tokens: that of the managed provider. */
  readonly issuer: string;
  readonly now: () => Date;
}

/**
 * Asks the identity provider for the outcome of a change whose request failed or died, completes what ends access, and records the
 * outcome. Can be repeated. Rejects with `IdentityProviderUnavailable`, `StoreUnavailable` or `IntentLost`.
 */
export class ProviderChangeSettler {
  private readonly ofUsers: UserChangeOutcomes | undefined;

  constructor(private readonly parts: ProviderChangeSettlerParts) {
    const { users, issuer, now } = parts;
    this.ofUsers = users && new UserChangeOutcomes({ ...users, issuer, now });
  }

  async settle(intent: ProviderIntent): Promise<'finished' | 'abandoned'> {
    const settled = await this.outcomeOf(intent);
    await this.parts.changes.finish(intent, { at: this.parts.now(), ...settled });
    return settled.outcome === 'abandoned' ? 'abandoned' : 'finished';
  }

  private async outcomeOf(intent: ProviderIntent): Promise<Settled> {
    const { change, orgId } = intent;
    if ('ruleId' in change) {
      const key = { orgId, id: change.ruleId };
      const { trustRules } = this.parts;
      const settled =
        change.kind === 'put-trust-rule'
          ? trustRules.settlePut(key, intent.id)
          : trustRules.settleRemoval(key);
      return { outcome: await settled, reason: undefined };
    }
    // It was begun at a former provider, which is not asked.
    return this.ofUsers === undefined ? abandoned : this.ofUsers.outcomeOf(intent, change);
  }
}
