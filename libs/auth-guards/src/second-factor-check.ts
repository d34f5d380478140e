import { Clock } from '@governance/kernel';
import {
  type Caller,
  defaultStepUpPolicy,
  type Gate,
  secondFactorAgeSeconds,
  stepUp,
  StepUpPolicies,
  type StepUpPolicy,
} from '@governance/iam';
import { Injectable, Optional } from '@nestjs/common';
import { stepUpRequired } from './refusals';

/** Decides at call time, by the organization's policy, whether a write needs a recent second factor (spec 5.3.1). */
@Injectable()
export class SecondFactorCheck {
  constructor(
    private readonly clock: Clock,
    @Optional() private readonly policies?: StepUpPolicies,
  ) {}

  /** Rejects with a `Problem` (403), or with `StoreUnavailable` (503). */
  async check(caller: Caller, gate: Gate): Promise<void> {
    // spec 5.3.2: machine callers are never asked to step up, so the policy is not read.
    if (caller.kind === 'machine') return;
    const decision = stepUp(caller, { gate, policy: await this.policyOf(caller), now: this.clock.now() });
    if (decision.required) throw stepUpRequired(decision.maxAgeSeconds);
  }

  /** Whether at least one write would be refused now. Rejects with `StoreUnavailable` (503). */
  async isDue(caller: Caller): Promise<boolean> {
    const policy = await this.policyOf(caller);
    const now = this.clock.now();
    return [...policy.gated].some((gate) => stepUp(caller, { gate, policy, now }).required);
  }

  /** Undefined when the token names no second factor. */
  ageSeconds(caller: Caller): number | undefined {
    return secondFactorAgeSeconds(caller, this.clock.now());
  }

  private async policyOf({ orgId }: Caller): Promise<StepUpPolicy> {
    const ofOrg = orgId === undefined ? undefined : this.policies?.ofOrg(orgId);
    return (await ofOrg) ?? defaultStepUpPolicy;
  }
}
