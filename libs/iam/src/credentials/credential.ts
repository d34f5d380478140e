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
  readonly serviceIdentityId: string;
  /** Of its service identity. */
  readonly permissions: ReadonlySet<Permission>;
  readonly createdAt: Date;
  /** `createdAt` until the first rotation. */
  readonly lastRotatedAt: Date;
  /** From then on the key and its tokens are no longer valid. */
  readonly expiresAt: Date | undefined;
  /** As set at creation; a rotation without its own expiry applies it again. */
  readonly validForDays: number | undefined;
  /** At most a minute old. */
  readonly lastUsedAt: Date | undefined;
}

/** The identity for which credentials act. Its permissions are fixed at creation. */
export interface ServiceIdentity {
  readonly id: string;
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
}
