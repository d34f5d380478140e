import { RuleViolation } from '@governance/kernel';
import { type AuditContext } from '../audit/audit-trail.port';

export const secretRules = ['allowed', 'forbidden'] as const;

/** Whether an organization lets credentials with a secret be created. */
export type SecretRule = (typeof secretRules)[number];

/** Throws `RuleViolation`. */
export function checkSecretRule(text: string): SecretRule {
  const rule = secretRules.find((each) => each === text);
  if (rule === undefined) throw new RuleViolation(`client_secrets must be ${secretRules.join(' or ')}`);
  return rule;
}

/** The policies of organizations for new credentials. Every method rejects with `StoreUnavailable`. */
export abstract class CredentialPolicyStore {
  /** `allowed`, unless an admin has forbidden them. */
  abstract secretsOf(orgId: string): Promise<SecretRule>;

  /** The change and its audit event are stored when this resolves. Creations that begin later follow it. */
  abstract setSecrets(
    orgId: string,
    rule: SecretRule,
    change: { readonly now: Date; readonly audit: AuditContext },
  ): Promise<void>;
}
