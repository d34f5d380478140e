/** The names of all writes, so that an organization can gate any of them (spec 5.3.1). Reads have no name. */
export const operations = [
  'm2m-credentials:create',
  'm2m-credentials:rotate',
  'm2m-credentials:rename',
  'm2m-credentials:revoke',
  'm2m-credentials:revoke-previous-secret',
  'trust-rules:create',
  'trust-rules:update',
  'trust-rules:remove',
  'trust-rules:try',
  'credential-policy:update',
  'connections:create',
  'connections:update',
  'connections:remove',
  'connections:test',
  'domains:create',
  'domains:check',
  'domains:remove',
  'members:remove',
  'members:update',
  'members:reset-second-factor',
  'members:cancel-second-factor-reset',
  'service-identities:rename',
  'service-identities:delete',
  'org-invitations:create',
  'org-invitations:resend',
  'org-invitations:revoke',
  'org-clients:create',
  'org-clients:update',
  'org-clients:delete',
  'org-clients:import',
  'org-campaigns:create',
  'org-campaigns:close',
  'org-campaigns:delete',
  'org-results:attach',
  'org-results:detach',
  'self-profile:update',
] as const;

export type Operation = (typeof operations)[number];

/** The invitations that make an account-admin. Only the body or the stored invitation shows it, so they have gates of their own. */
const adminInvitations = ['org-invitations:create-admin', 'org-invitations:resend-admin'] as const;

/** What an organization can gate: a write, or one kind of it. */
export type Gate = Operation | (typeof adminInvitations)[number];

export const gates: readonly Gate[] = [...operations, ...adminInvitations];

/** What outlasts the session of a thief: a credential, an account-admin, or an identity or domain that others are trusted for. */
export type Power = 'credential' | 'admin' | 'trust' | 'none';

/** The power that each write can give to the caller, or to an account that the caller controls. */
export const powers: Readonly<Record<Gate, Power>> = {
  'm2m-credentials:create': 'credential',
  'm2m-credentials:rotate': 'credential',
  'm2m-credentials:rename': 'none',
  'm2m-credentials:revoke': 'none',
  'm2m-credentials:revoke-previous-secret': 'none',
  'trust-rules:create': 'credential',
  'trust-rules:update': 'credential',
  'trust-rules:remove': 'none',
  'trust-rules:try': 'none',
  'credential-policy:update': 'none',
  'connections:create': 'trust',
  'connections:update': 'trust',
  'connections:remove': 'none',
  'connections:test': 'none',
  'domains:create': 'trust',
  'domains:check': 'trust',
  'domains:remove': 'none',
  'members:remove': 'none',
  'members:update': 'admin',
  'members:reset-second-factor': 'none',
  'members:cancel-second-factor-reset': 'none',
  'service-identities:rename': 'none',
  'service-identities:delete': 'none',
  'org-invitations:create': 'none',
  'org-invitations:create-admin': 'admin',
  'org-invitations:resend': 'none',
  'org-invitations:resend-admin': 'admin',
  'org-invitations:revoke': 'none',
  'org-clients:create': 'none',
  'org-clients:update': 'none',
  'org-clients:delete': 'none',
  'org-clients:import': 'none',
  'org-campaigns:create': 'none',
  'org-campaigns:close': 'none',
  'org-campaigns:delete': 'none',
  'org-results:attach': 'none',
  'org-results:detach': 'none',
  'self-profile:update': 'none',
};

/** The writes of an organization that require a recent second factor. */
export interface StepUpPolicy {
  readonly gated: ReadonlySet<Gate>;
  /**
   * Seconds for which a second factor stays fresh, for users whose issuer does not say it. Absent: an operator has not set
   * it, and no factor is fresh.
   */
  readonly windowSeconds?: number | undefined;
}

/**
 * Decisions 3: create, rotate and revoke of a credential (spec 5.3.1), and every write that gives power or takes it from
 * others. Organizations without a list of their own have it.
 */
export const defaultStepUpPolicy: StepUpPolicy = {
  gated: new Set([
    'm2m-credentials:create',
    'm2m-credentials:rotate',
    'm2m-credentials:revoke',
    'm2m-credentials:revoke-previous-secret',
    'trust-rules:create',
    'trust-rules:update',
    'trust-rules:remove',
    'credential-policy:update',
    'connections:create',
    'connections:update',
    'connections:remove',
    'domains:create',
    'domains:check',
    'domains:remove',
    'members:remove',
    'members:update',
    'members:reset-second-factor',
    'service-identities:rename',
    'service-identities:delete',
    'org-invitations:create-admin',
    'org-invitations:resend-admin',
  ]),
};

/** The policy from a stored list. Unknown names, such as those of a later release, are ignored. */
export function stepUpPolicyOf(stored: readonly string[]): StepUpPolicy {
  return { gated: new Set(gates.filter((gate) => stored.includes(gate))) };
}
