/** The names of all writes, so that an organization can gate any of them (spec 5.3.1). Reads have no name. */
export const operations = [
  'm2m-credentials:create',
  'm2m-credentials:rotate',
  'm2m-credentials:rename',
  'm2m-credentials:revoke',
  'm2m-credentials:revoke-previous-secret',
  'connections:create',
  'connections:update',
  'connections:remove',
  'connections:test',
  'domains:create',
  'domains:check',
  'domains:remove',
  'members:remove',
  'members:update',
  'service-identities:rename',
  'service-identities:delete',
  'org-invitations:create',
  'org-invitations:resend',
  'org-invitations:revoke',
  'org-results:attach',
  'org-results:detach',
  'self-profile:update',
] as const;

export type Operation = (typeof operations)[number];

/** The writes of an organization that require a recent second factor. */
export interface StepUpPolicy {
  readonly gated: ReadonlySet<Operation>;
  /**
   * Seconds for which a second factor stays fresh, for users whose issuer does not say it. Absent: an operator has not set
   * it, and no factor is fresh.
   */
  readonly windowSeconds?: number | undefined;
}

/** The default policy: spec 5.3.1 names create, rotate and revoke; one of two secrets is revoked too. */
export const defaultStepUpPolicy: StepUpPolicy = {
  gated: new Set([
    'm2m-credentials:create',
    'm2m-credentials:rotate',
    'm2m-credentials:revoke',
    'm2m-credentials:revoke-previous-secret',
  ]),
};

/** The policy from a stored list. Unknown names, such as those of a later release, are ignored. */
export function stepUpPolicyOf(stored: readonly string[]): StepUpPolicy {
  return { gated: new Set(operations.filter((operation) => stored.includes(operation))) };
}
