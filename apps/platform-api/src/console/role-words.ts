/** What pages call the roles. */
export const roleWords = { 'account-admin': 'Administrator', viewer: 'Viewer' } as const;

export const roleChoices = [
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
