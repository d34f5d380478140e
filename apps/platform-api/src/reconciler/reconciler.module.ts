import { Clock } from '@governance/kernel';
import { SystemClock } from '@governance/runtime';
import { CredentialReconciler, CredentialStore, IdentityProvider } from '@governance/iam';
import { IdentityProviderModule } from '@governance/identity-provider-client';
import { PersistenceModule, type PersistenceOptions } from '@governance/persistence';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { persistenceOf, type ReconcileSettings } from '../config';
import { identityProviderOf } from '../provider-settings';

/** The reconciler and its dependencies, for the worker and for the command. */
@Global()
@Module({})
export class ReconcilerModule {
  static forRoot(
    settings: ReconcileSettings,
    persistence: PersistenceOptions = persistenceOf(settings, 'governance_platform_worker'),
  ): DynamicModule {
    return {
      module: ReconcilerModule,
      imports: [
        PersistenceModule.forRoot(persistence),
        IdentityProviderModule.forRoot(identityProviderOf(settings)),
      ],
      providers: [
        { provide: Clock, useClass: SystemClock },
        {
          provide: CredentialReconciler,
          useFactory: (store: CredentialStore, provider: IdentityProvider, clock: Clock) =>
            new CredentialReconciler({ store, provider, now: () => clock.now() }),
          inject: [CredentialStore, IdentityProvider, Clock],
        },
      ],
      exports: [Clock, CredentialReconciler],
    };
  }
}
