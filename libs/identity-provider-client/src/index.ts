export { EmbeddedIdentityProvider } from './embedded/embedded-identity-provider';
export { EmbeddedInvitationDesk } from './embedded/embedded-invitation.desk';
export { type EmbeddedSettings } from './embedded/embedded-settings';
export { IdentityProviderModule } from './identity-provider.module';
export { type IdentityProviderSettings } from './identity-provider-settings';
