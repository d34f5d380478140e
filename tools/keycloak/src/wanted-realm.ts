/** The realm as far as machines need it (docs/keycloak.md). */
export const wantedRealm = {
  enabled: true,
  // The lifetime that the platform's own provider has. A token cannot be revoked at Keycloak.
  accessTokenLifespan: 600,
};

/** The platform's client. It has a service account, and users cannot sign in with it. */
export const wantedClient = {
  enabled: true,
  protocol: 'openid-connect',
  clientAuthenticatorType: 'client-secret',
  publicClient: false,
  serviceAccountsEnabled: true,
  standardFlowEnabled: false,
  implicitFlowEnabled: false,
  directAccessGrantsEnabled: false,
};

/** The client of Keycloak whose roles are the rights to administer the realm. */
export const managementClient = 'realm-management';

/** All roles of the service account at the management client. */
export const wantedRoles = ['manage-clients'];
