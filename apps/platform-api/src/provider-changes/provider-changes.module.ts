import { Clock } from '@governance/kernel';
import {
  ConnectionDirectory,
  DomainDirectory,
  MemberDirectory,
  ProviderChangeReconciler,
  ProviderChangeSettler,
  type ProviderChangeSettlerParts,
  ProviderChangeStore,
  TokenCutOffs,
  TrustRuleChanges,
  TrustRuleDirectory,
  TrustRuleStore,
  type UserDirectories,
} from '@governance/iam';
import { type FactoryProvider, Module } from '@nestjs/common';
import { ManagedIssuer } from '../managed-issuer';
import { ProviderChanges } from './provider-changes';

type Ports = [
  ProviderChangeStore,
  TrustRuleChanges,
  TokenCutOffs,
  ManagedIssuer,
  Clock,
  ConnectionDirectory?,
  DomainDirectory?,
  MemberDirectory?,
];

function fromPorts<Made>(
  Class: (new (parts: ProviderChangeSettlerParts) => Made) & { readonly prototype: Made },
): FactoryProvider<Made> {
  return {
    provide: Class,
    useFactory: (...[changes, trustRules, cutOffs, { issuer }, clock, ...directories]: Ports) =>
      new Class({
        changes,
        trustRules,
        users: usersIn(cutOffs, directories),
        issuer,
        now: () => clock.now(),
      }),
    inject: [
      ProviderChangeStore,
      TrustRuleChanges,
      TokenCutOffs,
      ManagedIssuer,
      Clock,
      { token: ConnectionDirectory, optional: true },
      { token: DomainDirectory, optional: true },
      { token: MemberDirectory, optional: true },
    ],
  };
}

/** Undefined: the platform manages machines alone at the provider. */
function usersIn(
  cutOffs: TokenCutOffs,
  [connections, domains, members]: [ConnectionDirectory?, DomainDirectory?, MemberDirectory?],
): UserDirectories | undefined {
  return connections && domains && members && { connections, domains, members, cutOffs };
}

/** For the API, which makes changes at the provider, and for the worker, which settles what crashes left. */
@Module({
  providers: [
    ProviderChanges,
    {
      provide: TrustRuleChanges,
      useFactory: (store: TrustRuleStore, directory: TrustRuleDirectory, { issuer }: ManagedIssuer) =>
        new TrustRuleChanges({ store, directory, issuer }),
      inject: [TrustRuleStore, TrustRuleDirectory, ManagedIssuer],
    },
    fromPorts(ProviderChangeSettler),
    fromPorts(ProviderChangeReconciler),
  ],
  exports: [ProviderChanges, ProviderChangeReconciler, TrustRuleChanges],
})
export class ProviderChangesModule {}
