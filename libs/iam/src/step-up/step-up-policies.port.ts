import { type StepUpPolicy } from './operation';

/** The organizations' step-up policies, read at call time (spec 5.3.1). */
export abstract class StepUpPolicies {
  /** Returns `defaultStepUpPolicy` if the organization has no policy. Rejects with `StoreUnavailable`. */
  abstract ofOrg(orgId: string): Promise<StepUpPolicy>;
}

/** The policies, writable. */
export abstract class StepUpPolicyStore extends StepUpPolicies {
  /** Applies from the next write on. Rejects with `StoreUnavailable`. */
  abstract set(orgId: string, policy: StepUpPolicy): Promise<void>;
}
