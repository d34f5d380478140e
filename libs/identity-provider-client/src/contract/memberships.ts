import { accountOperations, parseRfc3339, roles, secondFactorKinds } from '@governance/iam';
import * as z from 'zod';
import { email, id, moment, optional, pageSizeUpTo, role, someId, textThat } from './members';

export const membershipRoleRequest = z.strictObject({ role });

/** The time and the user of a membership: the next page starts after it. */
const position = textThat('must be a time and a user, such as 2026-11-20T12:00:00.000Z,user_1', (value) => {
  const [time = '', userId = '', ...more] = value.split(',');
  return parseRfc3339(time) !== undefined && id.safeParse(userId).success && more.length === 0;
}).transform((value) => {
  const [time = '', userId = ''] = value.split(',');
  return { createdAt: new Date(time), userId };
});

export const listMembershipsQuery = z.strictObject({
  /** A page of 200 for a client, and one more entry, which shows that another page follows. Absent: all. */
  limit: optional(pageSizeUpTo(201)),
  /** `createdAt` and `userId` of the last membership of the previous page. */
  after: optional(position),
});

export const searchMembersRequest = z.strictObject({
  /** Any spelling of the same mailbox. */
  email,
  /** Only accounts with the sign-in method of this connection. */
  connectionId: optional(id),
});

/** The membership of a user in an organization. */
export const membershipResponse = z.object({
  userId: someId,
  role: z.enum(roles),
  /** The connection that asserts the account. `null` for an account with a password. */
  connectionId: z.string().nullable(),
  /** `null`, like `name`, for an account that a migration has created, until its first sign-in. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  /**
   * Whether the user has an authenticator app or a passkey here. `null`: the provider of their connection shows the second
   * factor, and only it knows who has one. Absent: a provider of the previous release.
   */
  secondFactor: z.boolean().nullish(),
  /** When the second factors are removed, on request of an account admin. Absent: none is removed. */
  secondFactorResetAt: moment.nullish(),
  /** Those that the user has here. Absent, like `lastSignInAt`: a provider of the previous release. */
  secondFactors: z.array(z.enum(secondFactorKinds)).readonly().optional(),
  /** `null` before the first sign-in to the organization that was recorded. */
  lastSignInAt: moment.nullish(),
  /** Wrong passwords and codes of the account since the beginning of yesterday (UTC). `null`: none. */
  failedSignIns: z.object({ count: z.int().min(1), lastAt: moment, isPaused: z.boolean() }).nullish(),
  createdAt: moment,
});

export const foundMembershipResponse = membershipResponse.extend({
  /** Whether no other account admin of the organization could sign in. */
  isLastAdmin: z.boolean(),
});

/** Sorted by `createdAt`, then by user, newest first. */
export const membershipListResponse = z.object({ memberships: z.array(membershipResponse).readonly() });

/** The removal of a member's second factors that an account admin has asked for. */
export const secondFactorResetResponse = z.object({ dueAt: moment });

/** A change of an account, for the audit trail of one organization. */
const accountEvent = z.object({
  id: z.uuid(),
  orgId: someId,
  userId: someId,
  operation: z.enum(accountOperations),
  happenedAt: moment,
});

/** Oldest first, at most 100. */
export const accountEventListResponse = z.object({ accountEvents: z.array(accountEvent).readonly() });

/** The end of all sessions of a user, by a new password or second factor. */
const sessionEnd = z.object({
  id: z.uuid(),
  /** The subject of the tokens that end. */
  userId: someId,
  /** The organizations of the tokens that end. */
  orgIds: z.array(someId).readonly(),
  /** Tokens that were issued later stay. */
  endedAt: moment,
});

/** Oldest first, at most 100. */
export const sessionEndListResponse = z.object({ sessionEnds: z.array(sessionEnd).readonly() });
