import { newSecret } from '../../spec/src/contract-client';
import { InMemoryCredentialStore } from '../../spec/src/in-memory-credential-store';
import { InMemoryIdentityProvider } from '../../spec/src/in-memory-identity-provider';
import { ChangeRunner } from './change-runner';
import { type Intent } from './intent';

const issuer = 'https://identity.example.org';
const common = { id: 'change', lease: 'lease', credentialId: 'credential', orgId: 'acme', issuer };

function setUp(): { runner: ChangeRunner; provider: InMemoryIdentityProvider } {
  const provider = new InMemoryIdentityProvider();
  const store = new InMemoryCredentialStore();
  return { provider, runner: new ChangeRunner({ store, provider, issuer, now: () => new Date(0) }) };
}

describe('ChangeRunner', () => {
  const { authentication } = newSecret();
  const mismatches: [Intent, Parameters<ChangeRunner['carryOut']>[1]][] = [
    [{ ...common, kind: 'create' }, authentication],
    [
      { ...common, kind: 'rotate', clientId: 'client' },
      {
        kind: 'client',
        name: 'Export',
        permissions: new Set(),
        allowedNetworks: undefined,
        authentication,
      },
    ],
  ];

  it.each(mismatches)('refuses a grant that does not fit $kind', async (intent, grant) => {
    await expect(setUp().runner.carryOut(intent, grant)).rejects.toThrow(TypeError);
  });

  it('does not call a provider endlessly that never reports the change', async () => {
    const { runner, provider } = setUp();
    let calls = 0;
    provider.renameClient = (clientId) => {
      calls += 1;
      return Promise.resolve({ clientId, tag: 'credential', revision: 'another' });
    };

    const intent: Intent = { ...common, kind: 'rename', clientId: 'client', name: 'Import' };
    await expect(runner.carryOut(intent)).rejects.toThrow('does not come to an end');
    expect(calls).toBeLessThan(10);
  });
});
