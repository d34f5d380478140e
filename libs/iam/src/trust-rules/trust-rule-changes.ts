import { type AuditOutcome } from '../audit/audit-trail.port';
import { type ProvidedTrustRule, type TrustRuleDirectory } from './trust-rule-directory.port';
import { TrustRuleRefused } from './trust-rule-refused';
import {
  type OrgTrustRules,
  type StoredTrustRule,
  type TrustRuleDraft,
  type TrustRuleEdit,
  type TrustRuleStore,
} from './trust-rule-store.port';

export interface TrustRuleChangesParts {
  readonly store: TrustRuleStore;
  readonly directory: TrustRuleDirectory;
  /** The exact `iss` of the managed provider. The directory gets no rule of another one. */
  readonly issuer: string;
}

/** A rule in its organization. */
export interface TrustRuleKey {
  readonly orgId: string;
  readonly id: string;
}

/**
 * Changes of trust rules in our database and at the provider: access is granted last and revoked first. Every method can be
 * repeated, and rejects with `IdentityProviderUnavailable` or `StoreUnavailable`.
 */
export class TrustRuleChanges {
  constructor(private readonly parts: TrustRuleChangesParts) {}

  /**
   * Makes a rule that the store has begun. Undefined: a reconciler considered this process dead and has undone it. Rejects with
   * `TrustRuleRefused`: then the rule does not exist.
   */
  async create(
    orgId: string,
    rule: TrustRuleDraft & ProvidedTrustRule,
  ): Promise<StoredTrustRule | undefined> {
    const { clientId } = await this.putNew(orgId, rule);
    const created = await this.of(orgId).activate(rule.id, clientId);
    if (created === undefined) await this.parts.directory.remove(orgId, rule.id);
    return created;
  }

  /** Undefined: the rule does not exist. When this resolves, the provider has it. */
  async update({ orgId, id }: TrustRuleKey, edit: TrustRuleEdit): Promise<StoredTrustRule | undefined> {
    const changed = await this.of(orgId).change(id, edit);
    return changed && this.put(orgId, changed);
  }

  /** `onDeleted` runs when its tokens are refused, before the provider is called. False: the rule does not exist. */
  async remove({ orgId, id }: TrustRuleKey, onDeleted: () => void): Promise<boolean> {
    if (!(await this.of(orgId).delete(id))) return false;
    onDeleted();
    await this.parts.directory.remove(orgId, id);
    return true;
  }

  /** Completes or undoes a creation or update whose request died. `revision` is that of the change. */
  async settlePut({ orgId, id }: TrustRuleKey, revision: string): Promise<AuditOutcome> {
    const rule = await this.of(orgId).find(id);
    if (rule !== undefined && (await this.put(orgId, rule)) !== undefined) {
      return rule.revision === revision ? 'done' : 'abandoned';
    }
    // No caller knows the client of a rule that is not active.
    await this.parts.directory.remove(orgId, id);
    await this.of(orgId).delete(id);
    return 'abandoned';
  }

  /** Completes a deletion whose request died after it had taken effect. */
  async settleRemoval({ orgId, id }: TrustRuleKey): Promise<AuditOutcome> {
    if ((await this.of(orgId).find(id)) !== undefined) return 'abandoned';
    await this.parts.directory.remove(orgId, id);
    return 'done';
  }

  private async putNew(orgId: string, rule: ProvidedTrustRule): Promise<{ readonly clientId: string }> {
    try {
      return await this.parts.directory.put(orgId, rule);
    } catch (error) {
      if (error instanceof TrustRuleRefused) await this.of(orgId).delete(rule.id);
      throw error;
    }
  }

  /** A deletion does not wait for this call, so the rule may be gone after it. */
  private async put(orgId: string, rule: StoredTrustRule): Promise<StoredTrustRule | undefined> {
    const { directory, issuer } = this.parts;
    if (rule.provider !== issuer) return rule;
    await directory.put(orgId, rule);
    const current = await this.of(orgId).find(rule.id);
    if (current === undefined) await directory.remove(orgId, rule.id);
    return current;
  }

  private of(orgId: string): OrgTrustRules {
    return this.parts.store.forOrg(orgId);
  }
}
