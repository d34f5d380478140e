import { identityProviderClauses, identityProviderContract } from './identity-provider.contract';
import { inMemoryHarness } from './in-memory-harness';
import { saboteurs } from './saboteurs';

identityProviderContract('InMemoryIdentityProvider', () => inMemoryHarness());

describe('identityProviderContract', () => {
  it.each(saboteurs)('notices in "$noticed …" what $Saboteur.name does', async ({ Saboteur, noticed }) => {
    // RSA keys are slow to generate.
    const keyAlgorithms = new Set(['EdDSA'] as const);
    const broken = [];
    for (const { guarantee, check } of identityProviderClauses) {
      const harness = inMemoryHarness(new Saboteur(keyAlgorithms));
      const [{ status }] = await Promise.allSettled([check(harness)]);
      if (status === 'rejected') broken.push(guarantee);
    }
    expect(broken).toContainEqual(expect.stringMatching(`^${noticed}`));
  });
});
