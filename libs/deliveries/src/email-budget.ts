/** What the certificates that share a budget have in common. `total` is all of them. */
type CertificateScope = 'recipient' | 'certificate' | 'domain' | 'client' | 'total';

/**
 * What the invitations that share a budget have in common: `invitee` is one recipient of one organization, `organization`
 * all of its recipients. `mailbox` is one recipient of all organizations, and weighs what an organization sends beyond its
 * first invitation within the window: that one is delayed by no other organization.
 */
type InvitationScope = 'invitee' | 'organization' | 'mailbox';

export type BudgetScope = CertificateScope | InvitationScope;

/** At most `limit` messages of one scope within any `windowMs` milliseconds. */
export interface EmailBudget {
  readonly scope: BudgetScope;
  readonly limit: number;
  readonly windowMs: number;
}

/** Certificates that may go out an hour or a day; whole numbers of at least 1. */
export interface EmailLimits {
  readonly recipientPerHour: number;
  readonly recipientPerDay: number;
  /** Messages to one recipient that wait at the same time: more are merged into these. */
  readonly recipientWaiting: number;
  readonly certificatePerDay: number;
  /** Messages to one recipient domain: a breaker that protects its mail server and our reputation with it. */
  readonly domainPerHour: number;
  readonly totalPerHour: number;
  /** Messages that one client address asked for. */
  readonly clientPerHour: number;
}

/** Nobody who assesses in earnest meets these, and nobody with an id or an address floods anyone (ADR 6). */
export const defaultEmailLimits: EmailLimits = {
  recipientPerHour: 3,
  recipientPerDay: 10,
  recipientWaiting: 40,
  certificatePerDay: 5,
  domainPerHour: 200,
  totalPerHour: 2_000,
  clientPerHour: 20,
};

/** Likewise for invitations, which share no budget with certificates: a stranger cannot delay one. */
export interface InvitationLimits {
  readonly inviteePerHour: number;
  readonly inviteePerDay: number;
  readonly organizationPerHour: number;
  readonly organizationPerDay: number;
  /** More than one organization may send to a recipient: alone it delays no other. */
  readonly mailboxPerDay: number;
}

/** A company of several thousand is invited within the life of an invitation. */
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
 * How much of a budget is taken: `limitingTurn` is the `limit`-th newest of the moments at which its messages went or
 * will go out, undefined when there are fewer of them.
 */
export interface BudgetUse {
  readonly budget: EmailBudget;
  readonly limitingTurn: Date | undefined;
}

/** When there is room again, and the budget that has it last. */
export interface BudgetWait {
  readonly scope: BudgetScope;
  readonly until: Date;
}

/**
 * The moment at which every exceeded budget has room for one more message; undefined when all of them have it now. A
 * sliding window has room as soon as the `limit`-th newest message has left it.
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
