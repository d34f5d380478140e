import { issuerProfileOf } from '../../src';
import { type CredentialStoreHarness } from './credential-store-harness';
import { type IdentityProviderHarness } from './identity-provider-harness';
import { InMemoryCredentialStore } from './in-memory-credential-store';
import { InMemoryIdentityProvider } from './in-memory-identity-provider';

/** The in-memory provider for the contract. */
export function inMemoryHarness(provider = new InMemoryIdentityProvider()): IdentityProviderHarness {
  return {
    provider,
    profile: issuerProfileOf({
      issuer: provider.issuer,
      claimsNamespace: 'https://platform.example.org/claims/',
    }),
    orgIds: ['acme', 'globex'],
    manyClients: 3,
    loseOne: (loss, callsBefore) => {
      provider.wire.loseOne(loss, callsBefore);
    },
    repair: () => provider.wire.repair(),
    setTime: (now) => {
      provider.now = () => now ?? new Date();
    },
    requestToken: (proof) => provider.requestToken(proof),
    close: () => Promise.resolve(),
  };
}

/** The in-memory store for the contract. */
export function inMemoryStoreHarness(): CredentialStoreHarness {
  const store = new InMemoryCredentialStore();
  return {
    store,
    auditOf: (_orgId, credentialId) =>
      Promise.resolve(store.audit.filter(({ target }) => target === credentialId)),
    close: () => Promise.resolve(),
  };
}
