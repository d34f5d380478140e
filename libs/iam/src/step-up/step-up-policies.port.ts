import { type StepUpPolicy } from './operation';

/** The organizations' step-up policies, decided at call time (spec 5.3.1). */
export abstract class StepUpPolicies {
  /** `defaultStepUpPolicy` where the organization has none of its own. Rejects with `StoreUnavailable`. */
  abstract ofOrg(orgId: string): Promise<StepUpPolicy>;
}
