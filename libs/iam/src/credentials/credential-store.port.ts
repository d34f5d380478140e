import { type AuditContext } from '../audit/audit-trail.port';
import { type Permission } from '../caller/permission';
import { type ListPage } from '../list-page';
import { type CredentialType, type M2mCredential, type ServiceIdentity } from './credential';
import { type CredentialFilter } from './credential-filter';
import {
  type AbandonableIntent,
  type CreateIntent,
  type EndOverlapIntent,
  type Intent,
  type RenameIntent,
  type RevokeIntent,
  type RotateIntent,
} from './intent';
import { type TagOwner } from './orphan';

/** The lease of the intent is no longer valid, or the credential was revoked in the meantime. */
export class IntentLost extends Error {
  override readonly name = 'IntentLost';
}

/** The start of a change. `audit` is stored with the intent and becomes a row when the change takes effect or is abandoned. */
export interface Beginning {
  /** The id of the intent, a UUID. */
  readonly intentId: string;
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly audit: AuditContext;
}

/** The service identity of a new credential: an existing one, or one to create. */
export type ServiceIdentityChoice =
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'new'; readonly id: string; readonly permissions: ReadonlySet<Permission> };

export interface CredentialDraft {
  /** A UUID. */
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly type: CredentialType;
  /** The exact `iss` of the identity provider that creates the client. It never changes. */
  readonly issuer: string;
  readonly serviceIdentity: ServiceIdentityChoice;
  readonly expiresAt: Date | undefined;
  readonly validForDays: number | undefined;
  readonly endsBy?: Date | undefined;
  /** The RFC 7638 thumbprint of a `public_key` credential. */
  readonly keyThumbprint: string | undefined;
  /** Of the secret of a `client_secret` credential. */
  readonly secretLastFour?: string | undefined;
  readonly allowedNetworks: readonly string[] | undefined;
}

/** A client's idempotency key and the request's hash: the same key and body mean the same creation. */
export interface CreationKey {
  readonly key: string;
  readonly body: string;
}

/**
 * The result of starting a creation. `replayed` has the current state of the credential that the same key created before.
 * `full`: the organization has reached its limit of credentials. `no-identity`: the service identity has ended.
 * `secrets-forbidden`: the organization does not allow credentials with a secret.
 */
export type CreationBegun =
  | { readonly kind: 'begun'; readonly intent: CreateIntent }
  | { readonly kind: 'replayed'; readonly credential: M2mCredential; readonly isRevoked: boolean }
  | { readonly kind: 'full'; readonly most: number }
  | { readonly kind: 'no-identity' }
  | { readonly kind: 'secrets-forbidden' }
  | { readonly kind: 'running' }
  | { readonly kind: 'other-body' };

/** `busy`: another change of the credential is not finished; after a crash the reconciler completes it. */
export type ChangeBegun<Change extends Intent> =
  | { readonly kind: 'begun'; readonly intent: Change; readonly credential: M2mCredential }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'busy' };

/** The members to change. An absent one keeps its value; a description of null is cleared. */
export interface CredentialEdit {
  readonly name: string | undefined;
  readonly description: string | null | undefined;
}

/** The new values after a rotation: of a secret its last four characters, of a key its thumbprint. */
export interface RotationDraft {
  readonly expiresAt: Date | undefined;
  readonly keyThumbprint?: string | undefined;
  readonly secretLastFour?: string | undefined;
  /** The old secret or key works until then; undefined: it ends at once. */
  readonly overlapUntil?: Date | undefined;
}

/**
 * The M2M credentials of one organization. A credential exists from the end of its creation to the start of its revocation.
 * The caller has checked that ids are UUIDs. Every method rejects with `StoreUnavailable`.
 */
export abstract class OrgCredentials {
  /** Those that match, newest first, then by descending id; all of them without `page`. */
  abstract list(page?: ListPage, filter?: CredentialFilter): Promise<readonly M2mCredential[]>;

  abstract find(id: string): Promise<M2mCredential | undefined>;

  /** A service identity ends with its last credential, unless an admin has named it. */
  abstract findServiceIdentity(id: string): Promise<ServiceIdentity | undefined>;

  /** The credential is not visible until the creation is finished. With a key, the same creation starts once in 24 hours. */
  abstract beginCreation(
    draft: CredentialDraft,
    beginning: Beginning,
    key?: CreationKey,
  ): Promise<CreationBegun>;

  /** Without `rotation` the expiry stays, and the old secret ends at once. */
  abstract beginRotation(
    id: string,
    beginning: Beginning,
    rotation?: RotationDraft,
  ): Promise<ChangeBegun<RotateIntent>>;

  /** `unknown` also when the credential has no previous secret or key at `beginning.now`. */
  abstract beginEndOfOverlap(id: string, beginning: Beginning): Promise<ChangeBegun<EndOverlapIntent>>;

  /** The edit and the audit row are stored when this resolves. The intent is to rename the client at the provider. */
  abstract rename(id: string, edit: CredentialEdit, beginning: Beginning): Promise<ChangeBegun<RenameIntent>>;

  /**
   * When this resolves, the credential is no longer valid and the audit row is stored. The intent is to delete the client at
   * the provider. Replaces any unfinished change, which counts as abandoned, so the result is never `busy`.
   */
  abstract revoke(id: string, beginning: Beginning): Promise<ChangeBegun<RevokeIntent>>;

  /** Makes the credential visible and valid; `lastRotatedAt` is `now`. Rejects with `IntentLost`. */
  abstract finishCreation(
    intent: CreateIntent,
    done: { readonly clientId: string; readonly now: Date },
  ): Promise<M2mCredential>;

  /** Records the rotation as of `now`. Rejects with `IntentLost`. */
  abstract finishRotation(intent: RotateIntent, now: Date): Promise<M2mCredential>;

  /** Records that the previous secret or key ended at `now`. Rejects with `IntentLost`. */
  abstract finishEndOfOverlap(intent: EndOverlapIntent, now: Date): Promise<M2mCredential>;

  /** Deletes the intent of a change that has already taken effect. Rejects with `IntentLost`. */
  abstract finishFollowUp(intent: RenameIntent | RevokeIntent): Promise<void>;

  /** Records that the change had no effect; a creation leaves only its audit row. Rejects with `IntentLost`. */
  abstract abandon(intent: AbandonableIntent, now: Date): Promise<void>;
}

/** The reason for access across organizations; appears in the log of the database. */
export type SystemReason = 'guard' | 'reconciler' | 'last-used';

/** A credential or trust rule that is valid at the requested time. */
export interface ActiveCredential {
  readonly id: string;
  readonly orgId: string;
  readonly isTrustRule: boolean;
  readonly expiresAt: Date | undefined;
  readonly lastUsedAt: Date | undefined;
  /** Undefined: no restriction. */
  readonly allowedNetworks: readonly string[] | undefined;
}

/** A credential whose client is at a provider that the platform does not manage. */
export interface CredentialElsewhere extends Pick<M2mCredential, 'id' | 'orgId' | 'issuer'> {
  /** `revoked`: only the client at that provider is left. */
  readonly state: 'creating' | 'active' | 'revoked';
  /** Undefined while `creating`. */
  readonly clientId: string | undefined;
}

/** Operations across organizations. Every method rejects with `StoreUnavailable`. */
export abstract class SystemCredentials {
  /** The credential or trust rule of an issuer's client in an organization, unless expired at `now`: one indexed read. */
  abstract findActive(query: {
    /** Two issuers can have clients with the same id. */
    readonly issuer: string;
    readonly clientId: string;
    readonly orgId: string;
    readonly now: Date;
  }): Promise<ActiveCredential | undefined>;

  /** Stores when credentials and trust rules were last used, by id; never moves a time back. */
  abstract touchLastUsed(uses: ReadonlyMap<string, Date>): Promise<void>;

  /** Takes over the oldest intent with an expired lease, under a new lease; undefined when there is none. */
  abstract claimUnfinished(at: {
    readonly now: Date;
    readonly leaseUntil: Date;
  }): Promise<Intent | undefined>;

  /** The credentials of tags, from the start of their creation to the end of their revocation. */
  abstract ownersOf(tags: readonly string[]): Promise<readonly TagOwner[]>;

  /** The next page of what is left at issuers other than `issuer`, by id. */
  abstract leftElsewhere(page: {
    readonly issuer: string;
    /** The last id of the previous page. */
    readonly after: string | undefined;
    readonly limit: number;
  }): Promise<readonly CredentialElsewhere[]>;
}

/**
 * M2M credentials and their service identities. Access is per organization; access across organizations names its reason.
 */
export abstract class CredentialStore {
  abstract forOrg(orgId: string): OrgCredentials;

  abstract systemScope(reason: SystemReason): SystemCredentials;
}
