import { EmbeddedIdentityProvider, KeycloakIdentityProvider } from '@governance/identity-provider-client';
import { type WayCapabilities } from './way';

const nowhere = 'http://127.0.0.1:9';

/** Machines and members belong to the embedded provider. */
export const embeddedCapabilities: WayCapabilities = {
  ...new EmbeddedIdentityProvider({ managementUrl: nowhere, managementToken: '' }).capabilities,
  members: true,
};

/** Machines belong to Keycloak, which the platform does not manage members of. */
export const keycloakCapabilities: WayCapabilities = {
  ...new KeycloakIdentityProvider({
    serverUrl: nowhere,
    realm: '',
    clientId: '',
    clientSecret: '',
    clientPrefix: '',
    audience: undefined,
  }).capabilities,
  members: false,
};
