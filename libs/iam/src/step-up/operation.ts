/** Every write has a name, so that an organization can gate any of them (spec 5.3.1). Reads have none. */
export const operations = [
  'm2m-credentials:create',
  'm2m-credentials:rotate',
  'm2m-credentials:rename',
  'm2m-credentials:revoke',
  'org-invitations:create',
  'self-profile:update',
] as const;

export type Operation = (typeof operations)[number];

/** Which writes of an organization ask for a recent second factor. */
export interface StepUpPolicy {
  readonly gated: ReadonlySet<Operation>;
}

/** What holds where an organization has decided nothing: spec 5.3.1 names create, rotate and revoke. */
export const defaultStepUpPolicy: StepUpPolicy = {
  gated: new Set(['m2m-credentials:create', 'm2m-credentials:rotate', 'm2m-credentials:revoke']),
};

/** The policy that a stored list makes. A name that no write has, such as one of a later release, gates nothing. */
export function stepUpPolicyOf(stored: readonly string[]): StepUpPolicy {
  return { gated: new Set(operations.filter((operation) => stored.includes(operation))) };
}
