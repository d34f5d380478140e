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

/** The service identity of a new credential, with its permissions. */
export interface ChosenServiceIdentity {
  readonly serviceIdentity: ServiceIdentityChoice;
  readonly permissions: ReadonlySet<Permission>;
}

/**
 * The service identity named by a creation, or a new one with the requested permissions, by default read permissions. Throws
 * a `RuleViolation` for one of another organization, and a `Problem` (403) for one with more permissions than the caller.
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
