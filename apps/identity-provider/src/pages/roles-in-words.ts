/** Roles as people read them. */
export const rolesInWords = { 'account-admin': 'Administrator', viewer: 'Viewer' } as const;

export const roleMeans = {
  'account-admin': 'you manage its machine credentials and invite others.',
  viewer: 'you see the organization, and manage your own profile.',
} as const;
