/** Display names of roles. */
export const rolesInWords = {
  'account-admin': 'Administrator',
  'client-manager': 'Client manager',
  viewer: 'Viewer',
} as const;

/** What an invitation says about its role. */
export const roleMeans = {
  'account-admin': 'you can manage access and security for the whole organization, and your own profile.',
  viewer: 'you can manage your own profile.',
} as const;
