import { IdentityProviderUnavailable } from '@governance/iam';
import { identityProviderContract } from '@governance/iam/spec';
import { EmbeddedProviderIdentity } from '@governance/identity-provider-client';
import { callHttp, given } from '@governance/testing';
import { embeddedHarness } from './support/adapter-harness';
import { managementToken } from './support/identity-server';
import { sharedProvider } from './support/shared-provider';

identityProviderContract('EmbeddedIdentityProvider', embeddedHarness);

describe('EmbeddedProviderIdentity, at the provider', () => {
  const identity = given(sharedProvider);

  const identityAt = (managementUrl: string, token = managementToken): EmbeddedProviderIdentity =>
    new EmbeddedProviderIdentity({ managementUrl, managementToken: token });

  it('says the issuer that discovery and every token have', async () => {
    const issuer = await identityAt(`${identity.issuer}/management`).issuer();
    const { body } = await callHttp(`${identity.issuer}/.well-known/openid-configuration`);
    expect(issuer).toBe(body.issuer);
  });

  it('cannot say it for a provider of an earlier release, which answers 404', async () => {
    const earlier = identityAt(`${identity.issuer}/management/v1/provider`);
    await expect(earlier.issuer()).resolves.toBeUndefined();
  });

  it('rejects as unavailable with another management token', async () => {
    const refused = identityAt(`${identity.issuer}/management`, 'another-management-token-0123456789');
    await expect(refused.issuer()).rejects.toThrow(IdentityProviderUnavailable);
  });
});
