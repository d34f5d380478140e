import { type ServiceIdentityChoice } from '../credentials/credential-store.port';
import { type ListPage } from '../list-page';
import { type ProvidedTrustRule } from './trust-rule-directory.port';
import { type TrustedKeySet } from './trusted-key-set';

/** A trust rule of one organization. Its conditions never change. */
export interface StoredTrustRule extends ProvidedTrustRule {
  /** A workload names it in its token request. */
  readonly clientId: string;
  /** The exact `iss` of the identity provider that applies the rule (ADR 38). */
  readonly provider: string;
  readonly serviceIdentityId: string;
  readonly createdAt: Date;
  /** The id of the last change that took effect; undefined for one of an earlier release. */
  readonly revision: string | undefined;
  /** At most a minute old. */
  readonly lastUsedAt: Date | undefined;
}

export interface TrustRuleDraft extends Omit<ProvidedTrustRule, 'permissions'> {
  readonly provider: string;
  readonly serviceIdentity: ServiceIdentityChoice;
  readonly createdAt: Date;
  readonly revision: string;
}

/** The members to change. An absent one keeps its value. */
export interface TrustRuleEdit {
  readonly name: string | undefined;
  /** Replaces the uploaded keys. */
  readonly keySet: TrustedKeySet | undefined;
  readonly revision: string;
}

/** `full`: the organization has the most rules. `no-identity`: the service identity has ended. */
export type TrustRuleBegun = 'begun' | 'full' | 'no-identity';

/**
 * The trust rules of one organization, which decide whether tokens are accepted. A rule exists from its activation to its
 * deletion. The caller has checked that ids are UUIDs. Every method rejects with `StoreUnavailable`.
 */
export abstract class OrgTrustRules {
  /** Newest first, then by descending id. */
  abstract list(page: ListPage): Promise<readonly StoredTrustRule[]>;

  abstract find(id: string): Promise<StoredTrustRule | undefined>;

  /** The rule counts, but is not visible until it is active. */
  abstract begin(draft: TrustRuleDraft): Promise<TrustRuleBegun>;

  /** Tokens of the rule are accepted when this resolves. Undefined: the rule was deleted in the meantime. */
  abstract activate(id: string, clientId: string): Promise<StoredTrustRule | undefined>;

  abstract change(id: string, edit: TrustRuleEdit): Promise<StoredTrustRule | undefined>;

  /** Tokens of the rule are refused when this resolves. False: there was none, active or begun. */
  abstract delete(id: string): Promise<boolean>;
}

/** The trust rules of organizations. */
export abstract class TrustRuleStore {
  abstract forOrg(orgId: string): OrgTrustRules;
}
