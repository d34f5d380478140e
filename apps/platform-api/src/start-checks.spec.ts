import { type IssuerChecks } from '@governance/auth-guards';
import {
  IdentityProviderUnavailable,
  issuerProfileOf,
  type ProviderIdentity,
  type StepUpPolicyStore,
} from '@governance/iam';
import { StoreUnavailable } from '@governance/kernel';
import { StartChecks } from './start-checks';

const issuer = 'https://identity.example.org';

interface World {
  readonly window?: 'token' | 'policy';
  readonly managed?: () => Promise<string | undefined>;
  readonly defaultWindow?: () => Promise<number | undefined>;
  readonly issuers?: () => Promise<void>;
}

function check({ window, managed, defaultWindow, issuers = () => Promise.resolve() }: World): Promise<void> {
  const profile = issuerProfileOf({ issuer, claimsNamespace: 'https://ns.example/', window });
  const read = defaultWindow ?? (() => Promise.reject(new Error('not needed')));
  const provider = managed && ({ issuer: managed } satisfies ProviderIdentity);
  return new StartChecks(
    { run: issuers } as IssuerChecks,
    { issuers: [{ profile, jwksUri: undefined, audience: 'https://api.example.org' }] },
    { issuer },
    { defaultWindow: read } as StepUpPolicyStore,
    provider,
  ).run();
}

describe('the checks at startup', () => {
  it('pass without a managed provider, and with the one that issues the tokens', async () => {
    await expect(check({})).resolves.toBeUndefined();
    await expect(check({ managed: () => Promise.resolve(issuer) })).resolves.toBeUndefined();
  });

  it.each(['https://other.example.org', `${issuer}/`])(
    'refuse the management API of another provider: %s',
    async (other) => {
      const refused = check({ managed: () => Promise.resolve(other) });
      await expect(refused).rejects.toMatchObject({
        name: 'StartRefused',
        message: `OIDC_ISSUER is ${issuer}, but IDENTITY_MANAGEMENT_URL manages the provider with the issuer ${other}`,
      });
    },
  );

  it('pass while the management API does not answer, or is of a release that cannot say its issuer', async () => {
    const away = () => Promise.reject(new IdentityProviderUnavailable());
    await expect(check({ managed: away })).resolves.toBeUndefined();
    await expect(check({ managed: () => Promise.resolve(undefined) })).resolves.toBeUndefined();
  });

  it('refuse a profile with window policy without a default window, and name the command', async () => {
    const refused = check({ window: 'policy', defaultWindow: () => Promise.resolve(undefined) });
    await expect(refused).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringContaining(
        'npm run operate -- org default-policy --second-factor-window SECONDS',
      ) as unknown,
    });
    const given = check({ window: 'policy', defaultWindow: () => Promise.resolve(300) });
    await expect(given).resolves.toBeUndefined();
  });

  it('pass while the database does not answer: the rule fails closed then', async () => {
    const defaultWindow = () => Promise.reject(new StoreUnavailable());
    await expect(check({ window: 'policy', defaultWindow })).resolves.toBeUndefined();
  });

  it('do not hide a defect as an outage', async () => {
    const broken = () => Promise.reject(new Error('broken'));
    await expect(check({ managed: broken })).rejects.toThrow('broken');
    await expect(check({ window: 'policy', defaultWindow: broken })).rejects.toThrow('broken');
    await expect(check({ issuers: broken })).rejects.toThrow('broken');
  });
});
