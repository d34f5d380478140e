import { identityProviderContract } from '@governance/iam/spec';
import { keycloakHarness } from './keycloak-harness';
import { createTestRealm } from './test-realm';

identityProviderContract('KeycloakIdentityProvider', async () => {
  const realm = await createTestRealm();
  const harness = await keycloakHarness(realm);
  return {
    ...harness,
    close: async () => {
      await harness.close();
      await realm.remove();
    },
  };
});
