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

/** By what the client will authenticate: a new secret, or the key that was sent. */
export function authenticationOf(change: Creation | Rotation): ClientAuthentication {
  return change.type === 'client_secret'
    ? { kind: 'secret', secret: formatSecret(randomBytes(secretBytes)) }
    : { kind: 'key', key: change.key, expiresAt: change.expiresAt };
}

export function draftOf(
  creation: Creation,
  { id, serviceIdentity }: Pick<CredentialDraft, 'id' | 'serviceIdentity'>,
): CredentialDraft {
  const { name, type } = creation;
  const draft = { id, name, type, serviceIdentity };
  return creation.type === 'client_secret'
    ? { ...draft, expiresAt: undefined, validForDays: undefined, keyThumbprint: undefined }
    : {
        ...draft,
        expiresAt: creation.expiresAt,
        validForDays: creation.validForDays,
        keyThumbprint: creation.key.thumbprint,
      };
}

/** Undefined for a `client_secret` credential, of which nothing of that kind is kept. */
export function keyRotationOf(rotation: Rotation): KeyRotation | undefined {
  return rotation.type === 'client_secret'
    ? undefined
    : { expiresAt: rotation.expiresAt, keyThumbprint: rotation.key.thumbprint };
}

/** A creation's name, of this caller alone, with what was asked. The store keeps no more than keyed hashes of them. */
export function creationKeyOf(
  { issuer, subject }: OrgCaller,
  request: CreationRequest,
  key: string,
): CreationKey {
  const { name, type, serviceIdentityId, permissions, publicKey, validForDays, expiresAt } = request;
  // Behind the others and only where it is said: what a request without it says is what it said before there was one.
  const given = permissions === undefined ? [] : [[...new Set(permissions)].toSorted()];
  return {
    key: JSON.stringify([issuer, subject, key]),
    body: JSON.stringify([name, type, serviceIdentityId, publicKey, validForDays, expiresAt, ...given]),
  };
}
