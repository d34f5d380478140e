import { checkRole } from '@governance/iam';
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
