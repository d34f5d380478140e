/** spec 5.2: the scopes that a client can be granted. */
export const apiScopes = ['api:full:read', 'api:full:write'] as const;
