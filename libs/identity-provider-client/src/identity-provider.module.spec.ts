import { IdentityProvider, TrustRuleDirectory } from '@governance/iam';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { EmbeddedIdentityProvider } from './embedded/embedded-identity-provider';
import { EmbeddedTrustRuleDirectory } from './embedded/embedded-trust-rule-directory';
import { IdentityProviderModule } from './identity-provider.module';
import { type IdentityProviderSettings } from './identity-provider-settings';
import { KeycloakIdentityProvider } from './keycloak/keycloak-identity-provider';
import { KeycloakTrustRuleDirectory } from './keycloak/keycloak-trust-rule-directory';

@Injectable()
class NeedsProvider {
  constructor(
    readonly provider: IdentityProvider,
    readonly trustRules: TrustRuleDirectory,
  ) {}
}

@Module({ providers: [NeedsProvider] })
class ElsewhereModule {}

const issuer = 'https://login.example.org/realms/acme';
const managementUrl = 'https://login.example.org/management';
const embedded = { kind: 'embedded', issuer, managementUrl, managementToken: 'token' } as const;
const keycloak = {
  kind: 'keycloak',
  issuer,
  serverUrl: 'https://login.example.org',
  realm: 'acme',
  clientId: 'governance-service',
  clientSecret: 'secret',
  clientPrefix: 'governance-m2m-',
  audience: 'https://api.example.org',
} as const;

describe('IdentityProviderModule', () => {
  it.each<
    [IdentityProviderSettings, new (...settings: never[]) => unknown, new (...settings: never[]) => unknown]
  >([
    [embedded, EmbeddedIdentityProvider, EmbeddedTrustRuleDirectory],
    [keycloak, KeycloakIdentityProvider, KeycloakTrustRuleDirectory],
  ])(
    'binds the adapters of its kind globally, and sends no request to the provider yet (%#)',
    async (settings, Provider, Directory) => {
      const module = await Test.createTestingModule({
        imports: [IdentityProviderModule.forRoot(settings), ElsewhereModule],
      }).compile();
      const { provider, trustRules } = module.get(NeedsProvider, { strict: false });
      expect(provider).toBeInstanceOf(Provider);
      expect(trustRules).toBeInstanceOf(Directory);
      expect(trustRules.audience).toBe(issuer);
      await module.close();
    },
  );
});
