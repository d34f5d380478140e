import { type StepUpPolicy } from './operation';

/** The organizations' step-up policies, decided at call time (spec 5.3.1). */
export abstract class StepUpPolicies {
  /** `defaultStepUpPolicy` where the organization has none of its own. Rejects with `StoreUnavailable`. */
  abstract ofOrg(orgId: string): Promise<StepUpPolicy>;
}

/** The policies as their keeper sees them. */
export abstract class StepUpPolicyStore extends StepUpPolicies {
  /** Holds from the next write on. Rejects with `StoreUnavailable`. */
  abstract set(orgId: string, policy: StepUpPolicy): Promise<void>;
}
