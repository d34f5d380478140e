import {
  ConnectionDirectory,
  DomainDirectory,
  IdentityProvider,
  InvitationGateway,
  MemberDirectory,
  OrganizationDirectory,
  TrustRuleDirectory,
} from '@governance/iam';
import { type DynamicModule, type Provider } from '@nestjs/common';

/** A provider that replaces an adapter, with its users if it has any. */
export type ProviderInPlace = IdentityProvider & {
  readonly directory?: ConnectionDirectory;
  readonly domains?: DomainDirectory;
  readonly gateway?: InvitationGateway;
  readonly members?: MemberDirectory;
  readonly organizations?: OrganizationDirectory;
  readonly trustRules?: TrustRuleDirectory;
};

/** The same module, with this provider in place of the adapter that its settings name. */
export function withIdentityProvider(module: DynamicModule, provider: ProviderInPlace): DynamicModule {
  return {
    ...module,
    imports: (module.imports ?? []).map((imported) =>
      'module' in imported ? withIdentityProvider(imported, provider) : imported,
    ),
    providers: (module.providers ?? []).map((each) => inPlaceOf(each, provider) ?? each),
  };
}

function inPlaceOf(bound: Provider, provider: ProviderInPlace): Provider | undefined {
  if (!('provide' in bound)) return undefined;
  const { provide } = bound;
  const value = new Map<unknown, object | undefined>([
    [IdentityProvider, provider],
    [ConnectionDirectory, provider.directory],
    [DomainDirectory, provider.domains],
    [InvitationGateway, provider.gateway],
    [MemberDirectory, provider.members],
    [OrganizationDirectory, provider.organizations],
    [TrustRuleDirectory, provider.trustRules],
  ]).get(provide);
  return value && { provide, useValue: value };
}
