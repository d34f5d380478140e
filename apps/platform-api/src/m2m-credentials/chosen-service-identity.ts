import { type OrgCaller } from '@governance/auth-guards';
import {
  coversPermissions,
  coversServiceIdentity,
  type Creation,
  defaultServiceIdentityPermissions,
  type OrgCredentials,
  type Permission,
  type ServiceIdentityChoice,
  unknownServiceIdentity,
} from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { exceedingPermissions, exceedingServiceIdentity } from './credential-problems';

/** Whom a new credential acts for, and what it may do. */
export interface ChosenServiceIdentity {
  readonly serviceIdentity: ServiceIdentityChoice;
  readonly permissions: ReadonlySet<Permission>;
}

/**
 * The service identity that a creation names, or one to be made with it, which may do what the creation says, or else read.
 * Throws a `RuleViolation` for one that is not of the caller's organization, and a `Problem` (403) for one that may do more
 * than the caller.
 */
export async function chosenServiceIdentity(
  caller: OrgCaller,
  creation: Pick<Creation, 'permissions' | 'serviceIdentityId'>,
  credentials: OrgCredentials,
): Promise<ChosenServiceIdentity> {
  const { serviceIdentityId } = creation;
  if (serviceIdentityId === undefined) {
    const permissions = creation.permissions ?? defaultServiceIdentityPermissions(caller.permissions);
    if (!coversPermissions(caller.permissions, permissions)) throw exceedingPermissions();
    return { serviceIdentity: { kind: 'new', id: randomUUID(), permissions }, permissions };
  }
  const found = await credentials.findServiceIdentity(serviceIdentityId);
  if (found === undefined) throw unknownServiceIdentity();
  if (!coversServiceIdentity(caller.permissions, found.permissions)) throw exceedingServiceIdentity();
  return { serviceIdentity: { kind: 'existing', id: found.id }, permissions: found.permissions };
}
