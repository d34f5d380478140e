import { type Operation, type SecondFactorWindows, type StepUpPolicyStore } from '@governance/iam';

/** Absent members keep their value. */
export interface PolicyChange {
  /** 0: no second factor is required. */
  readonly mfaMaxAgeSeconds?: number;
  readonly gated?: ReadonlySet<Operation>;
}

/** When users of an organization need a second factor (spec 5.3): how fresh it must be, and for which writes. */
export class OrganizationPolicy {
  constructor(
    private readonly windows: SecondFactorWindows,
    private readonly policies: StepUpPolicyStore,
  ) {}

  /**
   * Rejects with `OrganizationUnknown`, `IdentityProviderUnavailable` or `StoreUnavailable`. Repeat it after a rejection;
   * repeating is safe.
   */
  async change(orgId: string, { mfaMaxAgeSeconds, gated }: PolicyChange): Promise<void> {
    // The provider decides whether the organization exists, before anything is stored about it.
    await this.windows.ofOrg(orgId);
    if (gated !== undefined) await this.policies.set(orgId, { gated });
    if (mfaMaxAgeSeconds !== undefined) await this.windows.set(orgId, mfaMaxAgeSeconds);
  }

  async inWords(orgId: string): Promise<string> {
    const seconds = await this.windows.ofOrg(orgId);
    const { gated } = await this.policies.ofOrg(orgId);
    const writes = gated.size === 0 ? 'no operation' : [...gated].join(', ');
    return seconds === 0
      ? `${orgId}: no second factor is required (mfa_max_age 0; gated: ${writes})`
      : `${orgId}: a second factor from the last ${seconds} seconds is required for ${writes}`;
  }
}
