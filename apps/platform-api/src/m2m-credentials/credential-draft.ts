import { type OrgCaller } from '@governance/auth-guards';
import {
  type ClientAuthentication,
  type Creation,
  type CreationKey,
  type CreationRequest,
  type CredentialDraft,
  formatSecret,
  type Rotation,
  type RotationDraft,
} from '@governance/iam';
import { randomBytes } from 'node:crypto';

const secretBytes = 32;

/** How the client authenticates: with a new secret, or the given key. */
export function authenticationOf(change: Creation | Rotation): ClientAuthentication {
  const { expiresAt } = change;
  return change.type === 'client_secret'
    ? { kind: 'secret', secret: formatSecret(randomBytes(secretBytes)), expiresAt }
    : { kind: 'key', key: change.key, expiresAt };
}

export function draftOf(
  creation: Creation,
  {
    authentication,
    ...place
  }: Pick<CredentialDraft, 'id' | 'issuer' | 'serviceIdentity'> & {
    readonly authentication: ClientAuthentication;
  },
): CredentialDraft {
  const { name, description, type, expiresAt, validForDays, endsBy, allowedNetworks } = creation;
  const stated = { name, description, type, expiresAt, validForDays, endsBy, allowedNetworks };
  return { ...place, ...stated, ...shownOf(authentication) };
}

export function rotationDraftOf(rotation: Rotation, authentication: ClientAuthentication): RotationDraft {
  const { expiresAt, overlapUntil } = rotation;
  return { expiresAt, overlapUntil, ...shownOf(authentication) };
}

/** What lists show of a secret or key. */
function shownOf(
  authentication: ClientAuthentication,
): Pick<CredentialDraft, 'keyThumbprint' | 'secretLastFour'> {
  return authentication.kind === 'secret'
    ? { keyThumbprint: undefined, secretLastFour: authentication.secret.slice(-4) }
    : { keyThumbprint: authentication.key.thumbprint, secretLastFour: undefined };
}

/** The caller's key for a creation, with the request. The store keeps only keyed hashes of both. */
export function creationKeyOf(
  { issuer, subject }: OrgCaller,
  request: CreationRequest,
  key: string,
): CreationKey {
  const { name, description, type, serviceIdentityId, permissions, publicKey, validForDays, expiresAt } =
    request;
  const { secretValidForDays, allowedNetworks } = request;
  // At the end, and only when present: a request without these members keeps the hash it had before they existed.
  const given: unknown[] = permissions === undefined ? [] : [[...new Set(permissions)].toSorted()];
  if (description !== undefined) given.push({ description });
  if (secretValidForDays !== undefined) given.push({ secretValidForDays });
  if (allowedNetworks !== undefined) given.push({ allowedNetworks });
  return {
    key: JSON.stringify([issuer, subject, key]),
    body: JSON.stringify([name, type, serviceIdentityId, publicKey, validForDays, expiresAt, ...given]),
  };
}
