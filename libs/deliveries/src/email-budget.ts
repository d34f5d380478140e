/** What the certificates of one budget have in common. `total` covers all of them. */
type CertificateScope = 'recipient' | 'certificate' | 'domain' | 'client' | 'total';

/**
 * What the invitations of one budget have in common. `invitee`: one recipient of one organization. `organization`: all its
 * recipients. `mailbox`: one recipient of all organizations; it limits only what an organization sends beyond its first
 * invitation in the window, so that no other organization can delay that one.
 */
type InvitationScope = 'invitee' | 'organization' | 'mailbox';

export type BudgetScope = CertificateScope | InvitationScope;

/** At most `limit` messages of one scope within any `windowMs` milliseconds. */
export interface EmailBudget {
  readonly scope: BudgetScope;
  readonly limit: number;
  readonly windowMs: number;
}

/** Limits for certificates; whole numbers of at least 1. */
export interface EmailLimits {
  readonly recipientPerHour: number;
  readonly recipientPerDay: number;
  /** Messages that may wait for one recipient at the same time: further ones are merged into them. */
  readonly recipientWaiting: number;
  readonly certificatePerDay: number;
  /** Messages to one recipient domain: protects its mail server and our sender reputation. */
  readonly domainPerHour: number;
  readonly totalPerHour: number;
  /** Messages requested by one client address. */
  readonly clientPerHour: number;
}

/** High enough for genuine users; too low to flood a recipient with a known id or address (ADR 6). */
export const defaultEmailLimits: EmailLimits = {
  recipientPerHour: 3,
  recipientPerDay: 10,
  recipientWaiting: 40,
  certificatePerDay: 5,
  domainPerHour: 200,
  totalPerHour: 2_000,
  clientPerHour: 20,
};

/**
 * Limits for invitations and other mails of an organization. They share no budget with certificates, so that strangers cannot
 * delay an invitation.
 */
export interface InvitationLimits {
  readonly inviteePerHour: number;
  readonly inviteePerDay: number;
  readonly organizationPerHour: number;
  readonly organizationPerDay: number;
  /** Applies when several organizations send to a recipient: one organization alone delays no other. */
  readonly mailboxPerDay: number;
}

/** Enough to invite a company of several thousand before the invitations expire. */
export const defaultInvitationLimits: InvitationLimits = {
  inviteePerHour: 3,
  inviteePerDay: 5,
  organizationPerHour: 500,
  organizationPerDay: 2_000,
  mailboxPerDay: 20,
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function emailBudgets(limits: EmailLimits = defaultEmailLimits): readonly EmailBudget[] {
  return [
    { scope: 'recipient', limit: limits.recipientPerHour, windowMs: hourMs },
    { scope: 'recipient', limit: limits.recipientPerDay, windowMs: dayMs },
    { scope: 'certificate', limit: limits.certificatePerDay, windowMs: dayMs },
    { scope: 'domain', limit: limits.domainPerHour, windowMs: hourMs },
    { scope: 'client', limit: limits.clientPerHour, windowMs: hourMs },
    { scope: 'total', limit: limits.totalPerHour, windowMs: hourMs },
  ];
}

export function invitationBudgets(
  limits: InvitationLimits = defaultInvitationLimits,
): readonly EmailBudget[] {
  return [
    { scope: 'invitee', limit: limits.inviteePerHour, windowMs: hourMs },
    { scope: 'invitee', limit: limits.inviteePerDay, windowMs: dayMs },
    { scope: 'organization', limit: limits.organizationPerHour, windowMs: hourMs },
    { scope: 'organization', limit: limits.organizationPerDay, windowMs: dayMs },
    { scope: 'mailbox', limit: limits.mailboxPerDay, windowMs: dayMs },
  ];
}

/**
 * The use of a budget: `limitingTurn` is the `limit`-th newest time at which its messages were or will be sent, undefined
 * when there are fewer.
 */
export interface BudgetUse {
  readonly budget: EmailBudget;
  readonly limitingTurn: Date | undefined;
}

/** When there is room again, and the last budget to have it. */
export interface BudgetWait {
  readonly scope: BudgetScope;
  readonly until: Date;
}

/**
 * The time at which every exceeded budget has room for one more message; undefined when all have room now. A sliding window
 * has room when the `limit`-th newest message has left it.
 */
export function longestWait(uses: readonly BudgetUse[], now: Date): BudgetWait | undefined {
  let longest: BudgetWait | undefined;
  for (const { budget, limitingTurn } of uses) {
    if (!limitingTurn) continue;
    const until = new Date(limitingTurn.getTime() + budget.windowMs);
    if (until > (longest?.until ?? now)) longest = { scope: budget.scope, until };
  }
  return longest;
}
