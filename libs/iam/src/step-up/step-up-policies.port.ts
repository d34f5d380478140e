import { type StepUpPolicy } from './operation';

/** The organizations' step-up policies, read at call time (spec 5.3.1). */
export abstract class StepUpPolicies {
  /**
   * An organization without gated operations of its own has those of `defaultStepUpPolicy`, and one without a window of its own
   * has the default window. Rejects with `StoreUnavailable`.
   */
  abstract ofOrg(orgId: string): Promise<StepUpPolicy>;
}

/** The window of organizations without their own, from one moment on. */
export interface SecondFactorDefault {
  readonly seconds: number;
  readonly at: Date;
  /** The operator. */
  readonly by: string;
}

/** The policies, writable. A change applies from the next write on. Rejects with `StoreUnavailable`. */
export abstract class StepUpPolicyStore extends StepUpPolicies {
  abstract set(orgId: string, policy: Pick<StepUpPolicy, 'gated'>): Promise<void>;

  /** From 1 to `longestWindowSeconds`, as for the default. */
  abstract setWindow(orgId: string, seconds: number): Promise<void>;

  /** Undefined when an operator has not set one. */
  abstract defaultWindow(): Promise<number | undefined>;

  abstract setDefaultWindow(change: SecondFactorDefault): Promise<void>;
}

/** One year. */
export const longestWindowSeconds = 31_536_000;
