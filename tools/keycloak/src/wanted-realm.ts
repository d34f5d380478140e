import { type Preparation } from './preparation';

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

/** All roles of the service account at the management client. A rule is checked against the issuer that the realm knows. */
export function wantedRoles({ workloadIssuers }: Pick<Preparation, 'workloadIssuers'>): readonly string[] {
  return workloadIssuers.length === 0 ? ['manage-clients'] : ['manage-clients', 'view-identity-providers'];
}
