import { earliest, expiryOf } from './expiry';
import { type Creation, type Rotation } from './credential-rules';
import { type M2mCredential } from './credential';

/** The limits of a credential that another one inherits. */
export type CredentialLimits = Pick<
  M2mCredential,
  'id' | 'allowedNetworks' | 'expiresAt' | 'validForDays' | 'endsBy'
>;

/** A creation by the machine of `parent`, undefined for a person: the new credential ends no later than the parent does. */
export function limitedCreation(creation: Creation, parent: CredentialLimits | undefined): Creation {
  const endsBy = parent?.expiresAt;
  return { ...creation, endsBy, expiresAt: earliest(creation.expiresAt, endsBy) };
}

/**
 * A rotation by the machine of `caller`, undefined for a person. The new secret or key expires no later than the one that made the
 * credential, and another machine's no later than the caller's. A machine that rotates its own renews it for the days that were
 * set at its creation, and keeps an end without such days.
 */
export function limitedRotation(
  rotation: Rotation,
  credential: CredentialLimits,
  { caller, now }: { readonly caller: CredentialLimits | undefined; readonly now: Date },
): Rotation {
  const own = caller?.id === credential.id;
  const renewed = own
    ? expiryOf({ validForDays: caller.validForDays, expiresAt: undefined }, now)
    : undefined;
  const limit = earliest(credential.endsBy, renewed ?? caller?.expiresAt);
  return { ...rotation, expiresAt: earliest(rotation.expiresAt, limit) };
}
