import {
  ConnectionDirectory,
  DomainDirectory,
  IdentityProvider,
  InvitationGateway,
  MemberDirectory,
  OrganizationDirectory,
  ProviderIdentity,
  SecondFactorWindows,
  TrustRuleDirectory,
} from '@governance/iam';
import { type DynamicModule, type FactoryProvider, type InjectionToken, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { EmbeddedIdentityProvider } from './embedded/embedded-identity-provider';
import { EmbeddedInvitationGateway } from './embedded/embedded-invitation-gateway';
import { EmbeddedMemberDirectory } from './embedded/embedded-member-directory';
import { EmbeddedConnectionDirectory } from './embedded/embedded-connection-directory';
import { EmbeddedDomainDirectory } from './embedded/embedded-domain-directory';
import { EmbeddedOrganizationDirectory } from './embedded/embedded-organization-directory';
import { EmbeddedProviderIdentity } from './embedded/embedded-provider-identity';
import { EmbeddedSecondFactorWindows } from './embedded/embedded-second-factor-windows';
import { EmbeddedTrustRuleDirectory } from './embedded/embedded-trust-rule-directory';
import { type ProviderRequest } from './http/provider-request';
import { ProviderRequests } from './http/provider-requests';
import { type IdentityProviderSettings } from './identity-provider-settings';
import { KeycloakIdentityProvider } from './keycloak/keycloak-identity-provider';
import { KeycloakProviderIdentity } from './keycloak/keycloak-provider-identity';
import { KeycloakTrustRuleDirectory } from './keycloak/keycloak-trust-rule-directory';

/**
 * Exports the ports of the identity provider to the whole program, as far as the platform manages them at this kind
 * (`identityProviderParts`). The provider is first contacted by the first call.
 */
@Module({})
export class IdentityProviderModule {
  static forRoot(settings: IdentityProviderSettings): DynamicModule {
    const ports = settings.kind === 'keycloak' ? keycloakPorts(settings) : embeddedPorts(settings);
    return {
      module: IdentityProviderModule,
      global: true,
      providers: [...ports, requestMetrics],
      exports: ports.map(({ provide }) => provide),
    };
  }
}

/** Commands have no metrics. */
const requestMetrics: FactoryProvider = {
  provide: ProviderRequests,
  useFactory: (registry: Registry = new Registry()) => new ProviderRequests(registry),
  inject: [{ token: Registry, optional: true }],
};

/** Ports of the same settings, whose requests are counted. */
function portsOf<Settings extends Pick<ProviderRequest, 'onOutcome'>>(
  settings: Settings,
  adapters: readonly (readonly [provide: InjectionToken, adapter: new (settings: Settings) => object])[],
): FactoryProvider[] {
  return adapters.map(([provide, Adapter]) => ({
    provide,
    useFactory: ({ count: onOutcome }: ProviderRequests) => new Adapter({ ...settings, onOutcome }),
    inject: [ProviderRequests],
  }));
}

function keycloakPorts(
  settings: Extract<IdentityProviderSettings, { readonly kind: 'keycloak' }>,
): FactoryProvider[] {
  return portsOf(settings, [
    [IdentityProvider, KeycloakIdentityProvider],
    [ProviderIdentity, KeycloakProviderIdentity],
    [TrustRuleDirectory, KeycloakTrustRuleDirectory],
  ]);
}

function embeddedPorts(
  settings: Extract<IdentityProviderSettings, { readonly kind: 'embedded' }>,
): FactoryProvider[] {
  return portsOf(settings, [
    [IdentityProvider, EmbeddedIdentityProvider],
    [ProviderIdentity, EmbeddedProviderIdentity],
    [SecondFactorWindows, EmbeddedSecondFactorWindows],
    [ConnectionDirectory, EmbeddedConnectionDirectory],
    [DomainDirectory, EmbeddedDomainDirectory],
    [MemberDirectory, EmbeddedMemberDirectory],
    [OrganizationDirectory, EmbeddedOrganizationDirectory],
    [InvitationGateway, EmbeddedInvitationGateway],
    [TrustRuleDirectory, EmbeddedTrustRuleDirectory],
  ]);
}
