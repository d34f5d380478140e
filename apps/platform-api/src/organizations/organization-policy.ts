import { type Operation, type SecondFactorWindows, type StepUpPolicyStore } from '@governance/iam';

/** What is absent stays. */
export interface PolicyChange {
  /** 0: nobody is asked for a second factor. */
  readonly mfaMaxAgeSeconds?: number;
  readonly gated?: ReadonlySet<Operation>;
}

/** When people of an organization are asked for a second factor (spec 5.3): how fresh it is, and before which writes. */
export class OrganizationPolicy {
  constructor(
    private readonly windows: SecondFactorWindows,
    private readonly policies: StepUpPolicyStore,
  ) {}

  /**
   * Rejects with `OrganizationUnknown`, `IdentityProviderUnavailable` or `StoreUnavailable`. Can be repeated, and has to be
   * after it was rejected.
   */
  async change(orgId: string, { mfaMaxAgeSeconds, gated }: PolicyChange): Promise<void> {
    // Whether the organization is there is for the provider to say, before anything is kept about it.
    await this.windows.ofOrg(orgId);
    if (gated !== undefined) await this.policies.set(orgId, { gated });
    if (mfaMaxAgeSeconds !== undefined) await this.windows.set(orgId, mfaMaxAgeSeconds);
  }

  async inWords(orgId: string): Promise<string> {
    const seconds = await this.windows.ofOrg(orgId);
    const { gated } = await this.policies.ofOrg(orgId);
    const writes = gated.size === 0 ? 'nothing' : [...gated].join(', ');
    return seconds === 0
      ? `${orgId}: nobody is asked for a second factor (mfa_max_age 0; gated: ${writes})`
      : `${orgId}: a second factor of the last ${seconds} seconds is asked for before ${writes}`;
  }
}
