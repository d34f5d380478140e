import { Clock } from '@governance/kernel';
import { SystemClock } from '@governance/runtime';
import { CredentialReconciler, CredentialStore, IdentityProvider } from '@governance/iam';
import { IdentityProviderModule, identityProviderParts } from '@governance/identity-provider-client';
import { PersistenceModule, type PersistenceOptions } from '@governance/persistence';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type ReconcileSettings } from '../config';
import { persistenceOf } from '../program-settings';
import { ManagedIssuer } from '../managed-issuer';
import { ProviderChangesModule } from '../provider-changes/provider-changes.module';
import { identityProviderOf } from '../provider-settings';
import { FormerProviders } from './former-providers';
import { UnfinishedChanges } from './unfinished-changes';

/** Whether the platform manages more at the provider than clients of credentials. */
function managesMore({ IDENTITY_PROVIDER: kind }: ReconcileSettings): boolean {
  return identityProviderParts[kind].has('trust-rules');
}

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
        PersistenceModule.forRoot({ ...persistence, managedIssuer: settings.OIDC_ISSUER }),
        IdentityProviderModule.forRoot(identityProviderOf(settings)),
        ...(managesMore(settings) ? [ProviderChangesModule] : []),
      ],
      providers: [
        { provide: Clock, useClass: SystemClock },
        { provide: ManagedIssuer, useValue: { issuer: settings.OIDC_ISSUER } satisfies ManagedIssuer },
        {
          provide: CredentialReconciler,
          useFactory: (store: CredentialStore, provider: IdentityProvider, clock: Clock) =>
            new CredentialReconciler({
              store,
              provider,
              issuer: settings.OIDC_ISSUER,
              now: () => clock.now(),
            }),
          inject: [CredentialStore, IdentityProvider, Clock],
        },
        FormerProviders,
        UnfinishedChanges,
      ],
      exports: [Clock, ManagedIssuer, UnfinishedChanges],
    };
  }
}
