import { type OrgCaller } from '@governance/auth-guards';
import {
  type ClientAuthentication,
  type Creation,
  type CreationKey,
  type CreationRequest,
  type CredentialDraft,
  formatSecret,
  type KeyRotation,
  type Rotation,
} from '@governance/iam';
import { randomBytes } from 'node:crypto';

const secretBytes = 32;

/** How the client authenticates: with a new secret, or the given key. */
export function authenticationOf(change: Creation | Rotation): ClientAuthentication {
  return change.type === 'client_secret'
    ? { kind: 'secret', secret: formatSecret(randomBytes(secretBytes)) }
    : { kind: 'key', key: change.key, expiresAt: change.expiresAt };
}

export function draftOf(
  creation: Creation,
  { id, serviceIdentity }: Pick<CredentialDraft, 'id' | 'serviceIdentity'>,
): CredentialDraft {
  const { name, description, type } = creation;
  const draft = { id, name, description, type, serviceIdentity };
  return creation.type === 'client_secret'
    ? { ...draft, expiresAt: undefined, validForDays: undefined, keyThumbprint: undefined }
    : {
        ...draft,
        expiresAt: creation.expiresAt,
        validForDays: creation.validForDays,
        keyThumbprint: creation.key.thumbprint,
      };
}

/** Undefined for a `client_secret` credential, which has no key. */
export function keyRotationOf(rotation: Rotation): KeyRotation | undefined {
  return rotation.type === 'client_secret'
    ? undefined
    : { expiresAt: rotation.expiresAt, keyThumbprint: rotation.key.thumbprint };
}

/** The caller's key for a creation, with the request. The store keeps only keyed hashes of both. */
export function creationKeyOf(
  { issuer, subject }: OrgCaller,
  request: CreationRequest,
  key: string,
): CreationKey {
  const { name, description, type, serviceIdentityId, permissions, publicKey, validForDays, expiresAt } =
    request;
  // At the end, and only when present: a request without these members keeps the hash it had before they existed.
  const given: unknown[] = permissions === undefined ? [] : [[...new Set(permissions)].toSorted()];
  if (description !== undefined) given.push({ description });
  return {
    key: JSON.stringify([issuer, subject, key]),
    body: JSON.stringify([name, type, serviceIdentityId, publicKey, validForDays, expiresAt, ...given]),
  };
}
