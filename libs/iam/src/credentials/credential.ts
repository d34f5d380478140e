import { type Permission } from '../caller/permission';

export const credentialTypes = ['client_secret', 'public_key'] as const;

/** spec 2.9: a generated shared secret, or a key that the caller registers for `private_key_jwt`. */
export type CredentialType = (typeof credentialTypes)[number];

/** An M2M credential (spec 2.9): one client at the identity provider, bound to one organization. Holds no secret. */
export interface M2mCredential {
  /** A UUID, and the client's tag at the identity provider. */
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  /** A note of its admins, if any. */
  readonly description: string | undefined;
  readonly type: CredentialType;
  readonly clientId: string;
  /** The exact `iss` of the identity provider that holds the client (ADR 38). */
  readonly issuer: string;
  readonly serviceIdentityId: string;
  /** Of its service identity. */
  readonly permissions: ReadonlySet<Permission>;
  readonly createdAt: Date;
  /** `createdAt` until the first rotation. */
  readonly lastRotatedAt: Date;
  /** From then on the secret or key and its tokens are no longer valid. */
  readonly expiresAt: Date | undefined;
  /** As set at creation; a rotation without its own expiry applies it again. */
  readonly validForDays: number | undefined;
  /** Of a credential that a machine made: no rotation lets it end later. */
  readonly endsBy: Date | undefined;
  /** Of the secret, or of the key's RFC 7638 thumbprint; undefined for a secret that an older release issued. */
  readonly lastFour: string | undefined;
  /** The `kid` for assertions: the RFC 7638 thumbprint of its key; undefined for a secret. */
  readonly kid: string | undefined;
  /** The secret or key before the last rotation, if that one had an overlap. May have ended: see `credentialAt`. */
  readonly previous: PreviousSecret | undefined;
  /** At most a minute old. */
  readonly lastUsedAt: Date | undefined;
  /** Canonical CIDR blocks from which the credential can be used; undefined: from everywhere. */
  readonly allowedNetworks: readonly string[] | undefined;
}

/** A replaced secret or key that works until the end of its overlap (ADR 26). */
export interface PreviousSecret {
  readonly lastFour: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The credential at a time: without a previous secret or key that has ended. */
export function credentialAt(credential: M2mCredential, now: Date): M2mCredential {
  const { previous } = credential;
  return previous !== undefined && previous.expiresAt <= now
    ? { ...credential, previous: undefined }
    : credential;
}

/** The identity for which credentials act. Its permissions are fixed at creation. */
export interface ServiceIdentity {
  readonly id: string;
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
}
