import { Clock } from '@governance/kernel';
import { ActiveCredentials, AuthGuardsModule, RecordedCredentials } from '@governance/auth-guards';
import { HealthModule, OpenApiModule } from '@governance/http';
import { ManagementModule, SystemClock } from '@governance/runtime';
import { IdentityProviderModule, identityProviderParts } from '@governance/identity-provider-client';
import { DatabaseProbe } from '@governance/postgres';
import { PersistenceModule } from '@governance/persistence';
import { VerificationModule } from '@governance/verification';
import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { AuditEventsModule } from './audit-events/audit-events.module';
import { type ApiSettings } from './config';
import { type EndpointGroup, liveGroupsOf, managesProvider } from './endpoint-groups';
import { audienceOf, persistenceOf, protectedResourceOf, tokenSettingsOf } from './program-settings';
import { identityProviderOf } from './provider-settings';
import { ConsoleModule } from './console/console.module';
import { ConsoleSettings, consoleSettingsOf } from './console/console-settings';
import { CampaignsModule } from './campaigns/campaigns.module';
import { ClientsModule } from './clients/clients.module';
import { ConnectionsModule } from './connections/connections.module';
import { M2mCredentialsModule } from './m2m-credentials/m2m-credentials.module';
import { ManagedIssuer } from './managed-issuer';
import { MembersModule } from './members/members.module';
import { platformApi } from './open-api';
import { OrgInvitationsModule } from './org-invitations/org-invitations.module';
import { OrgResultsModule } from './org-results/org-results.module';
import { PlatformAddress } from './platform-address';
import { ResourceMetadataModule } from './resource-metadata/resource-metadata.module';
import { MeModule } from './self/me.module';
import { ProfileModule } from './self/profile/profile.module';
import { SessionEndsModule } from './session-ends/session-ends.module';
import { StartChecks } from './start-checks';
import { ServiceIdentitiesModule } from './service-identities/service-identities.module';
import { TrustRulesModule } from './trust-rules/trust-rules.module';

/** The module of each endpoint group. A group that is not live is not loaded: its paths are unknown. */
export const features: Readonly<Record<EndpointGroup, Type>> = {
  'self.me': MeModule,
  'self.profile': ProfileModule,
  'iam.m2m-credentials': M2mCredentialsModule,
  'iam.trust-rules': TrustRulesModule,
  'iam.service-identities': ServiceIdentitiesModule,
  'iam.org-invitations': OrgInvitationsModule,
  'iam.connections': ConnectionsModule,
  'iam.members': MembersModule,
  'iam.audit': AuditEventsModule,
  'org.clients': ClientsModule,
  'org.campaigns': CampaignsModule,
  'org.results': OrgResultsModule,
  console: ConsoleModule,
};

/** The HTTP server of the platform surface. */
@Global()
@Module({})
export class AppModule {
  static forRoot(settings: ApiSettings): DynamicModule {
    const address: PlatformAddress = { baseUrl: settings.PLATFORM_BASE_URL };
    const managed: ManagedIssuer = { issuer: settings.OIDC_ISSUER };
    return {
      module: AppModule,
      imports: [
        PersistenceModule.forRoot({
          ...persistenceOf(settings, 'governance_platform_api'),
          credentialsPerOrganization: settings.CREDENTIALS_PER_ORGANIZATION,
          clientsPerOrganization: settings.CLIENTS_PER_ORGANIZATION,
          resultsPerOrganization: settings.RESULTS_PER_ORGANIZATION,
          managedIssuer: settings.OIDC_ISSUER,
        }),
        ManagementModule.forRoot({ port: settings.MANAGEMENT_PORT, readiness: DatabaseProbe }),
        AuthGuardsModule.forRoot(tokenSettingsOf(settings)),
        HealthModule.forRoot({ environment: settings.ENVIRONMENT }),
        // spec 4.1, rule 1: served on the platform host, in every environment.
        VerificationModule.forRoot({ publicBaseUrl: settings.PUBLIC_BASE_URL }),
        ResourceMetadataModule.forRoot(protectedResourceOf(settings)),
        ...(managesProvider(settings)
          ? [IdentityProviderModule.forRoot(identityProviderOf(settings, audienceOf(settings)))]
          : []),
        ...(managesProvider(settings) && identityProviderParts[settings.IDENTITY_PROVIDER].has('members')
          ? [SessionEndsModule]
          : []),
        ...[...liveGroupsOf(settings)].map((group) => features[group]),
        OpenApiModule.forRoot(platformApi(settings)),
      ],
      providers: [
        { provide: Clock, useClass: SystemClock },
        { provide: ActiveCredentials, useClass: RecordedCredentials },
        { provide: PlatformAddress, useValue: address },
        { provide: ManagedIssuer, useValue: managed },
        { provide: ConsoleSettings, useValue: consoleSettingsOf(settings) },
        StartChecks,
      ],
      exports: [Clock, ActiveCredentials, PlatformAddress, ManagedIssuer, ConsoleSettings],
    };
  }
}
