import { siteCookieOf } from '@governance/config';
import { Clock } from '@governance/kernel';
import { ActiveCredentials, AuthGuardsModule, RecordedCredentials } from '@governance/auth-guards';
import { HealthModule, OpenApiModule } from '@governance/http';
import { ManagementModule, SystemClock } from '@governance/runtime';
import { DatabaseProbe } from '@governance/postgres';
import { PersistenceModule } from '@governance/persistence';
import { VerificationModule } from '@governance/verification';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AssessmentModule } from './assessment/assessment.module';
import { type ApiSettings, tokenSettingsOf } from './config';
import { DomainProofModule } from './domain-proof/domain-proof.module';
import { IdentityModule } from './identity/identity.module';
import { IssuerModule } from './issuer/issuer.module';
import { LaunchPathModule } from './launch-path/launch-path.module';
import { publicApi } from './open-api';
import { ResultCapabilities } from './result-capabilities';
import { DocumentBudgets } from './results/document-budgets';
import { ResultsModule } from './results/results.module';
import { RetentionSettings } from './retention/retention-settings';
import { SiteAccount } from './site-account';
import { SiteAddresses } from './site-addresses';
import { SiteOperator } from './site-operator';
import { SiteModule } from './site/site.module';
import { ResendModule } from './survey-results/resend/resend.module';
import { SurveyResultsModule } from './survey-results/survey-results.module';

/** The HTTP server of the public surface. */
@Global()
@Module({})
export class AppModule {
  static forRoot(settings: ApiSettings): DynamicModule {
    const addresses = addressesOf(settings);
    const tokens = tokenSettingsOf(settings);
    return {
      module: AppModule,
      imports: [
        PersistenceModule.forRoot({
          databaseUrl: settings.DATABASE_URL,
          readUrl: settings.DATABASE_READ_URL,
          keyringFile: settings.KEYRING_FILE,
          role: 'governance_public_api',
          requireRole: settings.ENVIRONMENT === 'production',
        }),
        ManagementModule.forRoot({ port: settings.MANAGEMENT_PORT, readiness: DatabaseProbe }),
        ...(tokens === undefined ? [] : [AuthGuardsModule.forRoot(tokens)]),
        HealthModule.forRoot(),
        VerificationModule.forRoot(addresses),
        AssessmentModule,
        IdentityModule,
        SurveyResultsModule,
        ResultsModule,
        DomainProofModule,
        LaunchPathModule,
        IssuerModule,
        ResendModule.forRoot({ limit: settings.RESEND_LIMIT, windowSeconds: settings.RESEND_WINDOW_SECONDS }),
        SiteModule,
        OpenApiModule.forRoot(publicApi(settings.PUBLIC_BASE_URL)),
      ],
      providers: [
        { provide: SiteAddresses, useValue: addresses },
        { provide: SiteAccount, useValue: { cookie: siteCookieOf(settings) } },
        { provide: SiteOperator, useValue: operatorOf(settings) },
        { provide: Clock, useClass: SystemClock },
        { provide: DocumentBudgets, useValue: documentBudgetsOf(settings) },
        ResultCapabilities,
        { provide: RetentionSettings, useValue: { personalDataDays: settings.PERSONAL_DATA_DAYS } },
        { provide: ActiveCredentials, useClass: RecordedCredentials },
      ],
      exports: [
        SiteAccount,
        SiteAddresses,
        SiteOperator,
        Clock,
        DocumentBudgets,
        ResultCapabilities,
        RetentionSettings,
        ActiveCredentials,
      ],
    };
  }
}

function addressesOf({ PUBLIC_BASE_URL, PLATFORM_BASE_URL }: ApiSettings): SiteAddresses {
  return { publicBaseUrl: PUBLIC_BASE_URL, platformBaseUrl: PLATFORM_BASE_URL };
}

function operatorOf({ ISSUER_NAME, CONTACT_URL, PRIVACY_URL, PUBLIC_BASE_URL }: ApiSettings): SiteOperator {
  return {
    name: ISSUER_NAME ?? '',
    // RFC 2142: the mailbox that every domain with mail has.
    contactUrl: CONTACT_URL ?? `mailto:postmaster@${new URL(PUBLIC_BASE_URL).hostname}`,
    privacyUrl: PRIVACY_URL ?? `${PUBLIC_BASE_URL}/privacy`,
  };
}

function documentBudgetsOf(settings: ApiSettings): DocumentBudgets {
  return { perClientHour: settings.PDF_BUDGET_CLIENT_HOUR, perHour: settings.PDF_BUDGET_TOTAL_HOUR };
}
