import { checkRole, permissionsOfRole, roles } from '@governance/iam';
import { type FormField } from './form-fields';

/** What pages call the roles. */
export const roleWords = { 'account-admin': 'Administrator', viewer: 'Viewer' } as const;

const roleChoices = [
  {
    value: 'viewer',
    label: roleWords.viewer,
    about: 'Sees and changes their own profile only.',
  },
  {
    value: 'account-admin',
    label: roleWords['account-admin'],
    about: 'Manages members, invitations, credentials, connections and results, and reads the audit events.',
  },
] as const;

export const roleField: FormField = { label: 'Role', type: 'radio', choices: roleChoices, check: checkRole };

/** The role with exactly these permissions. The API tells permissions only. */
export function roleOf(given: ReadonlySet<string>): string {
  const role = roles.find((each) => {
    const wanted = permissionsOfRole(each);
    return wanted.size === given.size && [...wanted].every((permission) => given.has(permission));
  });
  return role === undefined ? 'Own permissions' : roleWords[role];
}
