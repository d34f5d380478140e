import {
  type AuditActor,
  type AuditTrail,
  type Gate,
  OrganizationUnknown,
  type SecondFactorWindows,
  type StepUpPolicyStore,
} from '@governance/iam';
import { type Clock } from '@governance/kernel';
import { randomUUID } from 'node:crypto';

/** Absent members keep their value. */
export interface PolicyChange {
  /** The window that the managed provider writes to tokens; 0: no second factor is required. */
  readonly mfaMaxAgeSeconds?: number;
  /** The window for users of issuers whose tokens do not say it. */
  readonly secondFactorWindowSeconds?: number;
  readonly gated?: ReadonlySet<Gate>;
}

export interface OrganizationPolicyParts {
  /** Absent: the managed provider has no windows of organizations, and does not say which organizations exist. */
  readonly windows: SecondFactorWindows | undefined;
  readonly policies: StepUpPolicyStore;
  readonly audit: AuditTrail;
  readonly clock: Clock;
  readonly operator: AuditActor;
}

/** When users of an organization need a second factor (spec 5.3): how fresh it must be, and for which writes. */
export class OrganizationPolicy {
  constructor(private readonly parts: OrganizationPolicyParts) {}

  /**
   * Rejects with `OrganizationUnknown`, `IdentityProviderUnavailable` or `StoreUnavailable`. Repeat it after a rejection;
   * repeating is safe.
   */
  async change(orgId: string, change: PolicyChange): Promise<void> {
    const { windows, policies } = this.parts;
    const { mfaMaxAgeSeconds, secondFactorWindowSeconds, gated } = change;
    // The provider decides whether an organization exists, before anything is stored about it. It does not know those whose
    // users have another issuer: for them the operator gives our window.
    if (windows === undefined) refuseProviderWindow(mfaMaxAgeSeconds);
    else if (secondFactorWindowSeconds === undefined || mfaMaxAgeSeconds !== undefined)
      await windows.ofOrg(orgId);
    if (gated !== undefined) await policies.set(orgId, { gated });
    if (secondFactorWindowSeconds !== undefined) await policies.setWindow(orgId, secondFactorWindowSeconds);
    if (mfaMaxAgeSeconds !== undefined) await windows?.set(orgId, mfaMaxAgeSeconds);
    const changes = changesInWords(change);
    if (changes !== '') await this.record(orgId, changes);
  }

  /** Rejects with `OrganizationUnknown` if neither the provider nor our policies know the organization. */
  async inWords(orgId: string): Promise<string> {
    const { gated, windowSeconds = await this.defaultWithoutProvider() } =
      await this.parts.policies.ofOrg(orgId);
    const seconds = await this.providerWindow(orgId);
    const writes = gated.size === 0 ? 'no operation' : [...gated].join(', ');
    if (seconds === undefined && windowSeconds === undefined) {
      if (this.parts.windows !== undefined) throw new OrganizationUnknown();
      return `${orgId}: no second-factor window is set (gated: ${writes})`;
    }
    return [
      ...(seconds === undefined ? [] : [ofProvider(seconds, writes)]),
      ...(windowSeconds === undefined
        ? []
        : [`for issuers with window policy, one from the last ${windowSeconds} seconds for ${writes}`]),
    ]
      .map((line) => `${orgId}: ${line}`)
      .join('\n');
  }

  /** Every organization of such a provider has the default window, unless it has its own. */
  private async defaultWithoutProvider(): Promise<number | undefined> {
    const { windows, policies } = this.parts;
    return windows === undefined ? policies.defaultWindow() : undefined;
  }

  private async providerWindow(orgId: string): Promise<number | undefined> {
    try {
      return await this.parts.windows?.ofOrg(orgId);
    } catch (error) {
      if (error instanceof OrganizationUnknown) return undefined;
      throw error;
    }
  }

  private async record(orgId: string, changes: string): Promise<void> {
    await this.parts.audit.append({
      actor: this.parts.operator,
      orgId,
      operation: 'organizations:change-policy',
      target: orgId,
      requestId: randomUUID(),
      secondFactorAgeSeconds: undefined,
      at: this.parts.clock.now(),
      outcome: 'done',
      reason: changes,
    });
  }
}

function refuseProviderWindow(seconds: number | undefined): void {
  if (seconds === undefined) return;
  throw new Error(
    '--mfa-max-age is for the embedded provider, which writes it to tokens: use --second-factor-window',
  );
}

function ofProvider(seconds: number, writes: string): string {
  return seconds === 0
    ? `no second factor is required (mfa_max_age 0; gated: ${writes})`
    : `a second factor from the last ${seconds} seconds is required for ${writes}`;
}

function changesInWords({ mfaMaxAgeSeconds, secondFactorWindowSeconds, gated }: PolicyChange): string {
  return [
    ...(mfaMaxAgeSeconds === undefined ? [] : [`mfa_max_age ${mfaMaxAgeSeconds}`]),
    ...(secondFactorWindowSeconds === undefined ? [] : [`second_factor_window ${secondFactorWindowSeconds}`]),
    ...(gated === undefined ? [] : [`gated ${[...gated].join(', ') || 'none'}`]),
  ].join('; ');
}
