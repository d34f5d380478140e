import {
  ConnectionDirectory,
  DomainDirectory,
  IdentityProvider,
  InvitationGateway,
  MemberDirectory,
  OrganizationDirectory,
  ProviderIdentity,
  SecondFactorWindows,
} from '@governance/iam';
import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import { EmbeddedIdentityProvider } from './embedded/embedded-identity-provider';
import { EmbeddedInvitationGateway } from './embedded/embedded-invitation-gateway';
import { EmbeddedMemberDirectory } from './embedded/embedded-member-directory';
import { EmbeddedConnectionDirectory } from './embedded/embedded-connection-directory';
import { EmbeddedDomainDirectory } from './embedded/embedded-domain-directory';
import { EmbeddedOrganizationDirectory } from './embedded/embedded-organization-directory';
import { EmbeddedProviderIdentity } from './embedded/embedded-provider-identity';
import { EmbeddedSecondFactorWindows } from './embedded/embedded-second-factor-windows';
import { type EmbeddedSettings } from './embedded/embedded-settings';
import { type IdentityProviderSettings } from './identity-provider-settings';
import { KeycloakIdentityProvider } from './keycloak/keycloak-identity-provider';
import { KeycloakProviderIdentity } from './keycloak/keycloak-provider-identity';
import { type KeycloakSettings } from './keycloak/keycloak-settings';

/**
 * Exports the ports of the identity provider to the whole program, as far as the platform manages them at this kind
 * (`identityProviderParts`). The provider is first contacted by the first call.
 */
@Module({})
export class IdentityProviderModule {
  static forRoot(settings: IdentityProviderSettings): DynamicModule {
    const providers = settings.kind === 'keycloak' ? keycloakPorts(settings) : embeddedPorts(settings);
    return {
      module: IdentityProviderModule,
      global: true,
      providers,
      exports: providers.map(({ provide }) => provide),
    };
  }
}

function keycloakPorts(settings: KeycloakSettings): FactoryProvider[] {
  return [
    { provide: IdentityProvider, useFactory: () => new KeycloakIdentityProvider(settings) },
    { provide: ProviderIdentity, useFactory: () => new KeycloakProviderIdentity(settings) },
  ];
}

function embeddedPorts(settings: EmbeddedSettings): FactoryProvider[] {
  return [
    { provide: IdentityProvider, useFactory: () => new EmbeddedIdentityProvider(settings) },
    { provide: ProviderIdentity, useFactory: () => new EmbeddedProviderIdentity(settings) },
    { provide: SecondFactorWindows, useFactory: () => new EmbeddedSecondFactorWindows(settings) },
    { provide: ConnectionDirectory, useFactory: () => new EmbeddedConnectionDirectory(settings) },
    { provide: DomainDirectory, useFactory: () => new EmbeddedDomainDirectory(settings) },
    { provide: MemberDirectory, useFactory: () => new EmbeddedMemberDirectory(settings) },
    { provide: OrganizationDirectory, useFactory: () => new EmbeddedOrganizationDirectory(settings) },
    { provide: InvitationGateway, useFactory: () => new EmbeddedInvitationGateway(settings) },
  ];
}
