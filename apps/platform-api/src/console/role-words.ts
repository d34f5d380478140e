import { checkInvitedRole, checkRole, permissionsOfRole, roles } from '@governance/iam';
import { type FormField } from './form-fields';

/** What pages call the roles. */
export const roleWords = {
  'account-admin': 'Administrator',
  'client-manager': 'Client manager',
  viewer: 'Viewer',
} as const;

const viewer = {
  value: 'viewer',
  label: roleWords.viewer,
  about: 'Sees and changes their own profile only.',
} as const;

const clientManager = {
  value: 'client-manager',
  label: roleWords['client-manager'],
  about:
    'Works with clients and results: those that are assigned to the person, and those without assigned members.',
} as const;

const administrator = {
  value: 'account-admin',
  label: roleWords['account-admin'],
  about:
    'Manages members, invitations, credentials, connections, clients and results, and reads the audit events.',
} as const;

/** Of a member. */
export const roleField: FormField = {
  label: 'Role',
  type: 'radio',
  choices: [viewer, clientManager, administrator],
  check: checkRole,
};

/** Of an invitation. */
export const invitedRoleField: FormField = {
  label: 'Role',
  type: 'radio',
  choices: [viewer, administrator],
  check: checkInvitedRole,
};

/** The role with exactly these permissions. The API tells permissions only. */
export function roleOf(given: ReadonlySet<string>): string {
  const role = roles.find((each) => {
    const wanted = permissionsOfRole(each);
    return wanted.size === given.size && [...wanted].every((permission) => given.has(permission));
  });
  return role === undefined ? 'Own permissions' : roleWords[role];
}
