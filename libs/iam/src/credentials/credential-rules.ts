import { asUuid, checkName, RuleViolation } from '@governance/kernel';
import { isServiceIdentityPermission, type Permission } from '../caller/permission';
import { type AcceptedKey } from '../keys/accepted-key';
import { KeyRefused } from '../keys/key-refused';
import { publicKeyOf } from '../keys/public-key-of';
import { type ProviderCapabilities } from '../provider/provider-capabilities';
import { parseRfc3339 } from '../rfc3339';
import { checkAllowedNetworks } from './allowed-networks';
import { type M2mCredential } from './credential';
import { checkDescription } from './credential-description';
import { expiryAfterRotation, expiryOf, overlapEnd, type StatedExpiry } from './expiry';

/** A create request (spec 2.9). Types are checked; null and "" count as absent. */
export interface CreationRequest extends ExpiryRequest {
  readonly name: string;
  readonly description?: string | undefined;
  readonly type: string;
  readonly serviceIdentityId?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
  readonly publicKey?: string | undefined;
  readonly allowedNetworks?: readonly string[] | undefined;
}

/** A rotate request. Types are checked; null and "" count as absent. */
export interface RotationRequest extends ExpiryRequest {
  readonly newPublicKey?: string | undefined;
  /** Seconds for which the old secret or key still works. */
  readonly overlapSeconds?: number | undefined;
}

interface ExpiryRequest {
  readonly secretValidForDays?: number | undefined;
  readonly validForDays?: number | undefined;
  readonly expiresAt?: string | undefined;
}

/** The context of the rules: the time, and what the provider can verify or do. */
export interface RuleContext {
  readonly now: Date;
  readonly capabilities: Pick<ProviderCapabilities, 'keyAlgorithms' | 'overlap' | 'networks'>;
}

/**
 * A credential to create. `serviceIdentityId` is a UUID; if undefined, a service identity is created with `permissions`, or
 * with the default permissions if those are undefined too.
 */
export type Creation = {
  readonly name: string;
  readonly description: string | undefined;
  readonly serviceIdentityId: string | undefined;
  readonly permissions: ReadonlySet<Permission> | undefined;
  readonly allowedNetworks: readonly string[] | undefined;
  readonly expiresAt: Date | undefined;
  readonly validForDays: number | undefined;
  /** Of a credential that a machine makes: no rotation lets it end later. */
  readonly endsBy?: Date | undefined;
} & Proof;

/** `overlapUntil`: the old secret or key works until then; undefined: it ends at once. */
export type Rotation = {
  readonly expiresAt: Date | undefined;
  readonly overlapUntil: Date | undefined;
} & Proof;

/** How a client authenticates: with a secret, which is generated later, or with a given key. */
type Proof = { readonly type: 'client_secret' } | { readonly type: 'public_key'; readonly key: AcceptedKey };

const mostDays = 3_650;
/** Seven days. */
const mostOverlapSeconds = 604_800;

/** The credential that a create request describes. Throws `RuleViolation`. */
export function checkCreation(request: CreationRequest, context: RuleContext): Creation {
  const { type, publicKey } = request;
  const common = {
    name: checkName('name', request.name),
    description: checkDescription(request.description ?? ''),
    ...checkIdentityChoice(request),
    allowedNetworks: networksOf(request, context),
  };
  if (type === 'client_secret') {
    if (publicKey !== undefined) throw new RuleViolation('public_key is for credentials of type public_key');
    const stated = checkSecretExpiry(request, context.now);
    return { ...common, type, ...lifeOf(stated, context.now) };
  }
  const stated = checkKeyExpiry(request, context.now);
  if (type !== 'public_key') throw new RuleViolation('type must be client_secret or public_key');
  refuseSecretExpiry(request);
  const key = checkKey('public_key', publicKey, context);
  return { ...common, type, key, ...lifeOf(stated, context.now) };
}

/** A restriction that the provider would not apply is refused. */
function networksOf(
  { allowedNetworks }: CreationRequest,
  { capabilities }: RuleContext,
): readonly string[] | undefined {
  if (allowedNetworks === undefined) return undefined;
  if (!capabilities.networks)
    throw new RuleViolation('allowed_networks is not supported by the identity provider');
  return checkAllowedNetworks(allowedNetworks);
}

/** The rotation of a credential that a request describes. Throws `RuleViolation`. */
export function checkRotation(
  request: RotationRequest,
  credential: Pick<M2mCredential, 'type' | 'validForDays' | 'kid'>,
  context: RuleContext,
): Rotation {
  const { newPublicKey } = request;
  const overlapUntil = checkOverlap(request, context);
  if (credential.type === 'client_secret') {
    if (newPublicKey !== undefined) {
      throw new RuleViolation('new_public_key is for credentials of type public_key');
    }
    const stated = checkSecretExpiry(request, context.now);
    const expiresAt = expiryAfterRotation(stated, credential, context.now);
    return { type: 'client_secret', expiresAt, overlapUntil };
  }
  const stated = checkKeyExpiry(request, context.now);
  refuseSecretExpiry(request);
  const key = checkKey('new_public_key', newPublicKey, context);
  if (key.thumbprint === credential.kid)
    throw new RuleViolation('new_public_key must be another key than the current one');
  const expiresAt = expiryAfterRotation(stated, credential, context.now);
  return { type: 'public_key', key, expiresAt, overlapUntil };
}

/** The error for an id that is malformed, unknown, or another organization's: always the same. */
export function unknownServiceIdentity(): RuleViolation {
  return new RuleViolation('service_identity_id must name a service identity of this organization');
}

/** An existing service identity, or the permissions of a new one. Throws `RuleViolation`. */
export function checkIdentityChoice(
  request: Pick<CreationRequest, 'serviceIdentityId' | 'permissions'>,
): Pick<Creation, 'serviceIdentityId' | 'permissions'> {
  return {
    serviceIdentityId: checkServiceIdentityId(request.serviceIdentityId),
    permissions: checkPermissions(request),
  };
}

function checkServiceIdentityId(id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const known = asUuid(id);
  if (known === undefined) throw unknownServiceIdentity();
  return known;
}

function checkPermissions({
  permissions,
  serviceIdentityId,
}: Pick<CreationRequest, 'serviceIdentityId' | 'permissions'>): ReadonlySet<Permission> | undefined {
  if (permissions === undefined) return undefined;
  if (serviceIdentityId !== undefined) {
    throw new RuleViolation('permissions cannot be combined with service_identity_id');
  }
  if (!permissions.every(isServiceIdentityPermission)) {
    throw new RuleViolation('permissions must name permissions that a service identity can hold');
  }
  return new Set(permissions);
}

function checkKey(field: string, pem: string | undefined, { now, capabilities }: RuleContext): AcceptedKey {
  if (pem === undefined) throw new RuleViolation(`${field} is required for credentials of type public_key`);
  const key = readKey(field, pem);
  if (key.notAfter !== undefined && key.notAfter <= now) {
    throw new RuleViolation(`${field} must be a certificate that has not ended`);
  }
  const { keyAlgorithms } = capabilities;
  if (!key.algorithms.some((algorithm) => keyAlgorithms.has(algorithm))) {
    throw new RuleViolation(`${field} must be a key for one of ${[...keyAlgorithms].join(', ')}`);
  }
  return key;
}

function readKey(field: string, pem: string): AcceptedKey {
  try {
    return publicKeyOf(pem);
  } catch (error) {
    throw error instanceof KeyRefused ? new RuleViolation(`${field} ${error.problem}`) : error;
  }
}

function lifeOf(stated: StatedExpiry, now: Date): Pick<Creation, 'validForDays' | 'expiresAt'> {
  return { validForDays: stated.validForDays, expiresAt: expiryOf(stated, now) };
}

function checkOverlap({ overlapSeconds }: RotationRequest, context: RuleContext): Date | undefined {
  checkInteger('overlap_seconds', overlapSeconds, mostOverlapSeconds);
  if (overlapSeconds && !context.capabilities.overlap) {
    throw new RuleViolation(
      'overlap_seconds must be 0: the identity provider accepts one secret or key at a time',
    );
  }
  return overlapEnd(overlapSeconds, context.now);
}

/** The expiry of a secret, which has its own member: those of a key are refused. */
function checkSecretExpiry(request: ExpiryRequest, now: Date): StatedExpiry {
  const { secretValidForDays } = request;
  refuseExpiry(checkKeyExpiry(request, now));
  checkInteger('secret_valid_for_days', secretValidForDays, mostDays);
  return { validForDays: secretValidForDays, expiresAt: undefined };
}

function refuseSecretExpiry({ secretValidForDays }: ExpiryRequest): void {
  if (secretValidForDays !== undefined) {
    throw new RuleViolation('secret_valid_for_days is for credentials of type client_secret');
  }
}

function checkInteger(member: string, value: number | undefined, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= most)) return;
  throw new RuleViolation(`${member} must be an integer from 0 to ${most}`);
}

function checkKeyExpiry({ validForDays, expiresAt }: ExpiryRequest, now: Date): StatedExpiry {
  checkInteger('valid_for_days', validForDays, mostDays);
  if (expiresAt === undefined) return { validForDays, expiresAt: undefined };
  const moment = parseRfc3339(expiresAt);
  if (moment === undefined) throw new RuleViolation('expires_at must be an RFC 3339 timestamp');
  if (moment <= now) throw new RuleViolation('expires_at must be in the future');
  return { validForDays, expiresAt: moment };
}

/** spec 2.9: they are for keys; 0 days are accepted. */
function refuseExpiry({ validForDays, expiresAt }: StatedExpiry): void {
  if (validForDays) throw new RuleViolation('valid_for_days is for credentials of type public_key');
  if (expiresAt !== undefined) throw new RuleViolation('expires_at is for credentials of type public_key');
}
