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
} from '@governance/iam';
import { type FactoryProvider, Module } from '@nestjs/common';
import { ManagedIssuer } from '../managed-issuer';
import { ProviderChanges } from './provider-changes';

type Ports = [
  ProviderChangeStore,
  ConnectionDirectory,
  DomainDirectory,
  MemberDirectory,
  TokenCutOffs,
  ManagedIssuer,
  Clock,
];

function fromPorts<Made>(
  Class: (new (parts: ProviderChangeSettlerParts) => Made) & { readonly prototype: Made },
): FactoryProvider<Made> {
  return {
    provide: Class,
    useFactory: (...[changes, connections, domains, members, cutOffs, { issuer }, clock]: Ports) =>
      new Class({ changes, connections, domains, members, cutOffs, issuer, now: () => clock.now() }),
    inject: [
      ProviderChangeStore,
      ConnectionDirectory,
      DomainDirectory,
      MemberDirectory,
      TokenCutOffs,
      ManagedIssuer,
      Clock,
    ],
  };
}

/** For the API, which makes changes at the provider, and for the worker, which settles what crashes left. */
@Module({
  providers: [ProviderChanges, fromPorts(ProviderChangeSettler), fromPorts(ProviderChangeReconciler)],
  exports: [ProviderChanges, ProviderChangeReconciler],
})
export class ProviderChangesModule {}
