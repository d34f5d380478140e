import { type OrgCaller } from '@governance/auth-guards';
import { type AuditContext, checkSecretRule, CredentialPolicyStore, type SecretRule } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';

/** What the caller's organization allows for new credentials (ADR 66). */
@Injectable()
export class CredentialPolicyService {
  constructor(
    private readonly policies: CredentialPolicyStore,
    private readonly clock: Clock,
  ) {}

  secrets({ orgId }: OrgCaller): Promise<SecretRule> {
    return this.policies.secretsOf(orgId);
  }

  /** Throws a `RuleViolation`. */
  async setSecrets({ orgId }: OrgCaller, text: string, audit: AuditContext): Promise<SecretRule> {
    const rule = checkSecretRule(text);
    await this.policies.setSecrets(orgId, rule, { now: this.clock.now(), audit });
    return rule;
  }
}
