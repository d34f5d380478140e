import { type IdentityProviderHarness } from './identity-provider.harness';
import { InMemoryIdentityProvider } from './in-memory-identity-provider';

/** The provider in memory, as the contract needs it. */
export function inMemoryHarness(provider = new InMemoryIdentityProvider()): IdentityProviderHarness {
  return {
    provider,
    profile: {
      issuer: provider.issuer,
      claimsNamespace: 'https://platform.example.org/claims/',
      sessionClaims: [],
    },
    orgIds: ['acme', 'globex'],
    manyClients: 3,
    loseOne: (loss, callsBefore) => {
      provider.wire.loseOne(loss, callsBefore);
    },
    repair: () => provider.wire.repair(),
    requestToken: (proof) => provider.requestToken(proof),
    close: () => Promise.resolve(),
  };
}
