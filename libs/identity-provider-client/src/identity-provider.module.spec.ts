import { IdentityProvider } from '@governance/iam';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { EmbeddedIdentityProvider } from './embedded/embedded-identity-provider';
import { IdentityProviderModule } from './identity-provider.module';

@Injectable()
class NeedsProvider {
  constructor(readonly provider: IdentityProvider) {}
}

@Module({ providers: [NeedsProvider] })
class ElsewhereModule {}

describe('IdentityProviderModule', () => {
  it('binds the adapter of its kind globally, and sends no request to the provider yet', async () => {
    const settings = {
      kind: 'embedded',
      issuer: 'https://login.example.org',
      managementUrl: 'https://login.example.org/management',
      managementToken: 'token',
    } as const;
    const module = await Test.createTestingModule({
      imports: [IdentityProviderModule.forRoot(settings), ElsewhereModule],
    }).compile();
    expect(module.get(NeedsProvider, { strict: false }).provider).toBeInstanceOf(EmbeddedIdentityProvider);
    await module.close();
  });
});
