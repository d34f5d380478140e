import { type Permission } from '../caller/permission';
import { type TrustRule } from './trust-rule';
import { type TrustedKeySet } from './trusted-key-set';

/** A trust rule as the provider keeps it. */
export interface ProvidedTrustRule extends TrustRule {
  /** A UUID, chosen by us. */
  readonly id: string;
  readonly name: string;
  /** Of its service identity. */
  readonly permissions: ReadonlySet<Permission>;
  /** Undefined: the issuer publishes its keys. */
  readonly keySet: TrustedKeySet | undefined;
}

/** The last assertion of a rule that was refused although the rule's issuer had signed it. */
export interface TrustRefusal {
  readonly at: Date;
  /** The name of the first condition that did not hold. */
  readonly condition: string;
}

/** One condition of a rule for one assertion. */
export interface TriedCondition {
  /** As a refused exchange names it; `signature` is the first. */
  readonly condition: string;
  /** Undefined: it was not checked. */
  readonly holds: boolean | undefined;
}

/**
 * The provider that exchanges the assertions of workloads (ADR 66). Every method can be repeated with the same arguments, and
 * rejects with `IdentityProviderUnavailable`. No error contains an assertion or anything that the provider has answered.
 */
export abstract class TrustRuleDirectory {
  /** The audience that is proposed for the assertions. */
  abstract readonly audience: string;

  /** Why no such provider can apply the rule, as a sentence for the admin. Undefined: `put` decides. */
  abstract refusalOf(rule: ProvidedTrustRule): string | undefined;

  /**
   * Creates or replaces the rule, which keeps its client. When this resolves, the client can get tokens of the organization with the
   * permissions. Returns the client's id, which the provider makes. A new rule can be rejected with `TrustRuleRefused`, if only the
   * provider's own state shows that it cannot apply the rule.
   */
  abstract put(orgId: string, rule: ProvidedTrustRule): Promise<{ readonly clientId: string }>;

  /** Deletes the rule if it exists. It gets no further tokens when this resolves. */
  abstract remove(orgId: string, id: string): Promise<void>;

  /** The last refusal of each rule of the organization that had one, by the rule's id. Empty for a provider that does not say it. */
  abstract lastRefusals(orgId: string): Promise<ReadonlyMap<string, TrustRefusal>>;

  /**
   * Which conditions an assertion meets, in the order in which an exchange checks them. It gets no token, and a single use is not
   * used up. It has at most `longestAssertion` characters. Undefined: the organization has no such rule.
   */
  abstract try(orgId: string, id: string, assertion: string): Promise<readonly TriedCondition[] | undefined>;
}
