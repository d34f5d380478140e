/** Display names of roles. */
export const rolesInWords = { 'account-admin': 'Administrator', viewer: 'Viewer' } as const;

export const roleMeans = {
  'account-admin': 'you can manage its M2M credentials and invite members.',
  viewer: 'you can view the organization and manage your own profile.',
} as const;
