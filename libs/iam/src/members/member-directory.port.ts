import { type Role } from '../caller/role';
import { type ListPage, type ListPosition } from '../list-page';

/** A member of an organization. */
export interface Member {
  /** The subject of their access tokens. */
  readonly id: string;
  readonly role: Role;
}

/** What a user can have at the identity provider: an authenticator app, a passkey. */
export const secondFactorKinds = ['app', 'passkey'] as const;

export type SecondFactorKind = (typeof secondFactorKinds)[number];

/** Wrong passwords and codes of an account at the identity provider, since the beginning of yesterday (UTC). */
export interface FailedSignIns {
  readonly count: number;
  readonly lastAt: Date;
  /** Whether the provider checks no further ones for now, except from browsers that the user knows. */
  readonly isPaused: boolean;
}

/** A member with the data that the identity provider has. `createdAt` is when they became a member. */
export interface ListedMember extends Member, ListPosition {
  /** Undefined, like `name`, for an account of a connection before its first sign-in. */
  readonly email: string | undefined;
  readonly name: string | undefined;
  /** The connection that the member signs in with; undefined: a password. */
  readonly connectionId: string | undefined;
  /** Whether the member has set up a second factor. Undefined: the identity provider does not know. */
  readonly hasSecondFactor: boolean | undefined;
  /** When the second factor is removed, because an admin has asked for it; absent: it stays. */
  readonly secondFactorResetAt?: Date | undefined;
  /** Those at the identity provider; absent: it does not tell. */
  readonly secondFactors?: readonly SecondFactorKind[] | undefined;
  /** Into this organization; absent: not known. */
  readonly lastSignInAt?: Date | undefined;
  /** Absent: none, or not known. */
  readonly failedSignIns?: FailedSignIns | undefined;
}

export interface FoundMember extends ListedMember {
  /** Whether the organization would have no account-admin who can sign in without this one. */
  readonly isLastAdmin: boolean;
}

/** The end of all sessions of a user, by a new password or second factor. */
export interface SessionEnd {
  /** A UUID. */
  readonly id: string;
  readonly subject: string;
  /** The organizations that the user's tokens can be for. */
  readonly orgIds: readonly string[];
  readonly endedAt: Date;
}

/** Changes of accounts that the identity provider reports, and that only owners or the provider itself make. */
export const accountOperations = [
  'account:set-authenticator',
  'account:renew-recovery-codes',
  'account:end-sessions',
  'account:cancel-second-factor-reset',
  'members:complete-second-factor-reset',
] as const;

export type AccountOperation = (typeof accountOperations)[number];

/** A change of an account, for the audit trail of one of the user's organizations. */
export interface AccountEvent {
  /** A UUID. */
  readonly id: string;
  readonly orgId: string;
  /** The user. */
  readonly subject: string;
  readonly operation: AccountOperation;
  readonly happenedAt: Date;
}

/** The time between the request of a reset and the removal of the second factors, in which it can be cancelled (ADR 60). */
export const secondFactorResetDelayMs = 24 * 60 * 60_000;

/** The member has no second factor at the identity provider, or it has no way to tell the member about the reset. */
export class SecondFactorResetRefused extends Error {
  override readonly name = 'SecondFactorResetRefused';
  constructor() {
    super('the member has no second factor here, or cannot be told by mail');
  }
}

/** The organization has no member with this id at the identity provider. */
export class MemberUnknown extends Error {
  override readonly name = 'MemberUnknown';
  constructor() {
    super('the organization has no such member');
  }
}

/** Decisions 3: an organization keeps an account-admin. */
export class LastAccountAdmin extends Error {
  override readonly name = 'LastAccountAdmin';
  constructor() {
    super('the organization must keep an account-admin who can sign in');
  }
}

/**
 * The members of organizations at the identity provider. A change applies to tokens that are issued afterwards. Of concurrent
 * changes that would together leave no account-admin, the last is refused. Every method can be repeated, and rejects with
 * `IdentityProviderUnavailable`.
 */
export abstract class MemberDirectory {
  /** Newest first; empty for an unknown organization. */
  abstract list(orgId: string, page: ListPage): Promise<readonly ListedMember[]>;

  abstract find(orgId: string, memberId: string): Promise<FoundMember | undefined>;

  /** Sets the role of an existing member; it does not create members. Rejects with `MemberUnknown` or `LastAccountAdmin`. */
  abstract setRole(orgId: string, member: Member): Promise<void>;

  /** Removes the member if it exists. Rejects with `LastAccountAdmin`. */
  abstract remove(orgId: string, memberId: string): Promise<void>;

  /**
   * Asks for the removal of the member's second factors after `secondFactorResetDelayMs`. The member and all account admins are told.
   * A pending request stays as it is. Returns when the removal is due. Rejects with `MemberUnknown` or `SecondFactorResetRefused`.
   */
  abstract requestSecondFactorReset(orgId: string, memberId: string): Promise<Date>;

  /** Cancels the request, if there is one. Rejects with `MemberUnknown`. */
  abstract cancelSecondFactorReset(orgId: string, memberId: string): Promise<void>;

  /** Changes of accounts in all organizations, oldest first, until they are forgotten. */
  abstract accountEvents(): Promise<readonly AccountEvent[]>;

  /** Deletes one from that list, if it is there. */
  abstract forgetAccountEvent(id: string): Promise<void>;

  /** Users of all organizations whose sessions have ended, oldest first, until they are forgotten. Empty only if there are none. */
  abstract sessionEnds(): Promise<readonly SessionEnd[]>;

  /** Deletes one from that list, if it is there. */
  abstract forgetSessionEnd(id: string): Promise<void>;
}
