export * as contract from './contract';
export { EmbeddedConnectionDirectory } from './embedded/embedded-connection-directory';
export { EmbeddedDomainDirectory } from './embedded/embedded-domain-directory';
export { EmbeddedIdentityProvider } from './embedded/embedded-identity-provider';
export { EmbeddedInvitationGateway } from './embedded/embedded-invitation-gateway';
export { EmbeddedMemberDirectory } from './embedded/embedded-member-directory';
export { EmbeddedProviderIdentity } from './embedded/embedded-provider-identity';
export { type EmbeddedSettings } from './embedded/embedded-settings';
export { EmbeddedTrustRuleDirectory } from './embedded/embedded-trust-rule-directory';
export { identityProviderCapabilities } from './identity-provider-capabilities';
export { IdentityProviderModule } from './identity-provider.module';
export {
  identityProviderParts,
  type IdentityProviderSettings,
  type ProviderPart,
} from './identity-provider-settings';
export { KeycloakIdentityProvider } from './keycloak/keycloak-identity-provider';
export { type KeycloakSettings } from './keycloak/keycloak-settings';
export { KeycloakTrustRuleDirectory } from './keycloak/keycloak-trust-rule-directory';
export { workloadIssuerAlias } from './keycloak/workload-issuer';
