import { isServiceIdentityPermission, type Permission, permissions } from './permission';

/** A permission, and whether a caller can give it to a new service identity. */
export interface PermissionOffer {
  readonly permission: Permission;
  /** What it allows, in one sentence. */
  readonly description: string;
  readonly grantable: boolean;
}

const descriptions: Readonly<Record<Permission, string>> = {
  'self:profile:read': 'Read your own profile. Only users have one.',
  'self:profile:write': 'Change your own profile. Only users have one.',
  'self:organization:read': 'Read about the organization that you belong to.',
  'm2m:credentials:read': 'List M2M credentials, service identities and these permissions.',
  'm2m:credentials:write':
    'Create, rotate, rename and revoke M2M credentials, and rename and delete service identities.',
  'm2m:trust-rules:read': 'List the trust rules of workloads.',
  'm2m:trust-rules:write': 'Create, change, try and delete trust rules of workloads. Only users can.',
  'org:invitations:read': 'List invitations into the organization.',
  'org:invitations:write': 'Invite users into the organization. A machine cannot invite an account admin.',
  'org:members:read': 'List the members of the organization and their roles.',
  'org:members:write': 'Change the role of members and remove them. Only users can.',
  'org:connections:write': 'Manage how members sign in. Only users can.',
  'org:audit:read': 'Read and export the audit trail of the organization.',
  'org:clients:read':
    'List, search and export the clients of the organization, with their contacts, and list its campaigns.',
  'org:clients:write':
    'Create, change, import and delete clients of the organization, and send campaigns to them.',
  'org:results:read':
    'List and export the assessment results that the organization has attached, with the names of clients.',
  'org:results:write': 'Attach assessment results to the organization, and detach them.',
};

/**
 * Every permission, in a fixed order. A caller can grant a permission that they hold, if they can create credentials and a
 * service identity can hold it.
 */
export function permissionOffers(caller: ReadonlySet<Permission>): readonly PermissionOffer[] {
  const isCreator = caller.has('m2m:credentials:write');
  return permissions.map((permission) => ({
    permission,
    description: descriptions[permission],
    grantable: isCreator && caller.has(permission) && isServiceIdentityPermission(permission),
  }));
}
