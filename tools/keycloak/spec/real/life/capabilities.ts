import { identityProviderCapabilities } from '@governance/identity-provider-client';
import { type WayCapabilities } from './way';

/** Machines and members belong to the embedded provider. */
export const embeddedCapabilities: WayCapabilities = {
  ...identityProviderCapabilities.embedded,
  members: true,
};

/** Machines belong to Keycloak, which the platform does not manage members of. */
export const keycloakCapabilities: WayCapabilities = {
  ...identityProviderCapabilities.keycloak,
  members: false,
};
