import { type AuditContext } from '../audit/audit-trail.port';
import { type Permission } from '../caller/permission';
import { type ListPage } from '../list-page';
import { type CredentialType, type M2mCredential, type ServiceIdentity } from './credential';
import {
  type CreateIntent,
  type Intent,
  type RenameIntent,
  type RevokeIntent,
  type RotateIntent,
} from './intent';
import { type TagOwner } from './orphan';

/** The intent is no longer held under this lease, or the credential was revoked meanwhile. */
export class IntentLost extends Error {
  override readonly name = 'IntentLost';
}

/** How every change begins. `audit` is kept with the intent and becomes a row when the change holds or is abandoned. */
export interface Beginning {
  /** Of the intent, a UUID. */
  readonly intentId: string;
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly audit: AuditContext;
}

/** The service identity of a new credential: one that is there, or one to be made with it. */
export type ServiceIdentityChoice =
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'new'; readonly id: string; readonly permissions: ReadonlySet<Permission> };

export interface CredentialDraft {
  /** A UUID. */
  readonly id: string;
  readonly name: string;
  readonly type: CredentialType;
  readonly serviceIdentity: ServiceIdentityChoice;
  readonly expiresAt: Date | undefined;
  readonly validForDays: number | undefined;
  /** RFC 7638, of a `public_key` credential. */
  readonly keyThumbprint: string | undefined;
}

/** A client's name for one creation, and what the creation said: the same key and body is the same creation. */
export interface CreationKey {
  readonly key: string;
  readonly body: string;
}

/**
 * What became of a creation; `replayed` names the credential that its key made before, as it is by now. `full`: the
 * organization has as many credentials as it may.
 */
export type CreationBegun =
  | { readonly kind: 'begun'; readonly intent: CreateIntent }
  | { readonly kind: 'replayed'; readonly credential: M2mCredential; readonly isRevoked: boolean }
  | { readonly kind: 'full'; readonly most: number }
  | { readonly kind: 'running' }
  | { readonly kind: 'other-body' };

/** `busy`: another change of the credential is not finished; after a crash the reconciler sees to it. */
export type ChangeBegun<Change extends Intent> =
  | { readonly kind: 'begun'; readonly intent: Change; readonly credential: M2mCredential }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'busy' };

/** What a rotation changes when it is finished. */
export interface KeyRotation {
  readonly expiresAt: Date | undefined;
  readonly keyThumbprint: string;
}

/**
 * The credentials of one organization. A credential is there from the end of its creation to the beginning of its
 * revocation; ids are UUIDs, the caller has checked that. Everything rejects with `StoreUnavailable`.
 */
export abstract class OrgCredentials {
  /** Newest first, of two of the same moment the one with the greater id; all of them when no page is asked for. */
  abstract list(page?: ListPage): Promise<readonly M2mCredential[]>;

  abstract find(id: string): Promise<M2mCredential | undefined>;

  /** One ends with its last credential. */
  abstract findServiceIdentity(id: string): Promise<ServiceIdentity | undefined>;

  /** Nothing of it is visible until it is finished. With a key, the same creation is begun once in 24 hours. */
  abstract beginCreation(
    draft: CredentialDraft,
    beginning: Beginning,
    key?: CreationKey,
  ): Promise<CreationBegun>;

  /** `rotation` for a `public_key` credential. */
  abstract beginRotation(
    id: string,
    beginning: Beginning,
    rotation?: KeyRotation,
  ): Promise<ChangeBegun<RotateIntent>>;

  /** The name holds, and the audit row is there, when this resolves; the intent is to tell the provider. */
  abstract rename(id: string, name: string, beginning: Beginning): Promise<ChangeBegun<RenameIntent>>;

  /**
   * The credential authenticates nothing, and the audit row is there, when this resolves; the intent is to delete the
   * client. Takes the place of any other change that is not finished, which counts as abandoned, so it is never `busy`.
   */
  abstract revoke(id: string, beginning: Beginning): Promise<ChangeBegun<RevokeIntent>>;

  /** A creation becomes visible and authenticates; `lastRotatedAt` is `now`. Rejects with `IntentLost`. */
  abstract finishCreation(
    intent: CreateIntent,
    done: { readonly clientId: string; readonly now: Date },
  ): Promise<M2mCredential>;

  /** Records the rotation as of `now`. Rejects with `IntentLost`. */
  abstract finishRotation(intent: RotateIntent, now: Date): Promise<M2mCredential>;

  /** Forgets the intent of a change that has taken effect before. Rejects with `IntentLost`. */
  abstract finishFollowUp(intent: RenameIntent | RevokeIntent): Promise<void>;

  /** The change has had no effect; a creation leaves nothing behind but its audit row. Rejects with `IntentLost`. */
  abstract abandon(intent: CreateIntent | RotateIntent, now: Date): Promise<void>;
}

/** Why organizations are crossed; named in the log of the database. */
export type SystemReason = 'guard' | 'reconciler' | 'last-used';

/** A credential that authenticates at the moment that was asked for. */
export interface ActiveCredential {
  readonly id: string;
  readonly orgId: string;
  readonly lastUsedAt: Date | undefined;
}

/** What has to cross organizations. Everything rejects with `StoreUnavailable`. */
export abstract class SystemCredentials {
  /** The credential of a client in an organization, unless it is expired at `now`: one indexed read. */
  abstract findActive(query: {
    readonly clientId: string;
    readonly orgId: string;
    readonly now: Date;
  }): Promise<ActiveCredential | undefined>;

  /** Notes when credentials were last used, by id; never moves one back. */
  abstract touchLastUsed(uses: ReadonlyMap<string, Date>): Promise<void>;

  /** Takes over the oldest intent whose lease has passed, under a new one; undefined when there is none. */
  abstract claimUnfinished(at: {
    readonly now: Date;
    readonly leaseUntil: Date;
  }): Promise<Intent | undefined>;

  /** The credentials that tags have, from the beginning of their creation to the end of their revocation. */
  abstract ownersOf(tags: readonly string[]): Promise<readonly TagOwner[]>;
}

/**
 * M2M credentials and their service identities. The organization is part of the key: what crosses organizations says why.
 */
export abstract class CredentialStore {
  abstract forOrg(orgId: string): OrgCredentials;

  abstract systemScope(reason: SystemReason): SystemCredentials;
}
