import { type OrgCaller } from '@governance/auth-guards';
import { Problem } from '@governance/http';
import {
  coversServiceIdentity,
  type Creation,
  type OrgCredentials,
  type Permission,
  type ServiceIdentityChoice,
  serviceIdentityPermissions,
  unknownServiceIdentity,
} from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { exceedingServiceIdentity } from './credential-problems';

/** Whom a new credential acts for, and what it may do. */
export interface ChosenServiceIdentity {
  readonly serviceIdentity: ServiceIdentityChoice;
  readonly permissions: ReadonlySet<Permission>;
}

/**
 * The service identity that a creation names, or one to be made with it, which may do what its creator may. Throws a
 * `Problem` for one that is not of the caller's organization (400), or that may do more than the caller (403).
 */
export async function chosenServiceIdentity(
  caller: OrgCaller,
  { serviceIdentityId }: Pick<Creation, 'serviceIdentityId'>,
  credentials: OrgCredentials,
): Promise<ChosenServiceIdentity> {
  if (serviceIdentityId === undefined) {
    const permissions = serviceIdentityPermissions(caller.permissions);
    return { serviceIdentity: { kind: 'new', id: randomUUID(), permissions }, permissions };
  }
  const found = await credentials.findServiceIdentity(serviceIdentityId);
  if (found === undefined) throw new Problem('invalid', unknownServiceIdentity().message);
  if (!coversServiceIdentity(caller.permissions, found.permissions)) throw exceedingServiceIdentity();
  return { serviceIdentity: { kind: 'existing', id: found.id }, permissions: found.permissions };
}
