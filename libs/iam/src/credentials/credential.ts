import { type Permission } from '../caller/permission';

export const credentialTypes = ['client_secret', 'public_key'] as const;

/** spec 2.9: a generated shared secret, or a key that the caller registers for private_key_jwt. */
export type CredentialType = (typeof credentialTypes)[number];

/** A machine's way in (spec 2.9): one client at the identity provider, bound to one organization. Holds no secret. */
export interface M2mCredential {
  /** A UUID, and the client's tag at the identity provider. */
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly type: CredentialType;
  readonly clientId: string;
  readonly serviceIdentityId: string;
  readonly createdAt: Date;
  /** `createdAt` until the first rotation. */
  readonly lastRotatedAt: Date;
  /** From then on the key authenticates nothing, and its tokens stop. */
  readonly expiresAt: Date | undefined;
  /** As given at creation; a rotation without an expiry of its own counts it anew. */
  readonly validForDays: number | undefined;
  /** At most a minute old. */
  readonly lastUsedAt: Date | undefined;
}

/** Whom credentials act for. Its permissions are fixed when it is created. */
export interface ServiceIdentity {
  readonly id: string;
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
}
