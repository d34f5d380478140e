import { ManagementToken } from '@governance/auth-guards';
import { JobQueue } from '@governance/deliveries';
import { HealthModule, UnknownPage } from '@governance/http';
import { Clock } from '@governance/kernel';
import { Keyring } from '@governance/keyring';
import { Database, DatabaseProbe, PostgresJobQueue } from '@governance/postgres';
import { jobWorkerProviders, ManagementModule, SystemClock } from '@governance/runtime';
import {
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { AccountsModule } from './accounts.module';
import { type ServerSettings } from './config';
import { consoleUrlOf } from './pages/console-url';
import { databaseProviders } from './database/database.providers';
import { Housekeeping } from './database/housekeeping';
import { DomainRechecks } from './domains/domain-rechecks';
import { FederationModule } from './federation.module';
import { ManagementApiModule } from './management-api.module';
import { ConfiguredManagementToken } from './management/management-token';
import { OpenIdModule } from './openid.module';
import { OrganizationsModule } from './organizations.module';
import { PageRenderer } from './pages/page-renderer';
import { SignInAssets } from './pages/sign-in-assets';
import { SignInUnknownPage } from './pages/sign-in-unknown-page';

/** All repeat, so the queue needs no connection that listens. */
const jobProviders: readonly Provider[] = [
  {
    provide: JobQueue,
    useFactory: (database: Database) => new PostgresJobQueue(database, 'identity'),
    inject: [Database],
  },
  ...jobWorkerProviders([Housekeeping, DomainRechecks]),
];

/** The identity provider. Every module can use its database, keyring, clock and pages. */
@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly database: Database) {}

  static forRoot(settings: ServerSettings): DynamicModule {
    const accounts = AccountsModule.forRoot(settings);
    const managed = [
      accounts,
      OrganizationsModule.forRoot(settings),
      FederationModule.forRoot(settings),
      OpenIdModule.forRoot(settings, accounts),
    ];
    return {
      module: AppModule,
      global: true,
      imports: [
        ManagementModule.forRoot({ port: settings.MANAGEMENT_PORT, readiness: DatabaseProbe }),
        HealthModule.forRoot(),
        ...managed,
        ManagementApiModule.forRoot(settings, managed),
      ],
      providers: [
        ...databaseProviders(settings),
        { provide: Clock, useClass: SystemClock },
        { provide: Keyring, useFactory: () => Keyring.load(settings.KEYRING_FILE) },
        ...jobProviders,
        { provide: ManagementToken, useValue: new ConfiguredManagementToken(settings.MANAGEMENT_TOKEN) },
        ...pageProviders(settings),
      ],
      exports: [Database, DatabaseProbe, Clock, Keyring, ManagementToken, PageRenderer, UnknownPage],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

function pageProviders(settings: ServerSettings): readonly Provider[] {
  return [
    SignInAssets,
    {
      provide: PageRenderer,
      useFactory: (assets: SignInAssets) =>
        new PageRenderer(assets, { issuer: settings.ISSUER, consoleUrl: consoleUrlOf(settings) }),
      inject: [SignInAssets],
    },
    {
      provide: UnknownPage,
      useFactory: (renderer: PageRenderer) => new SignInUnknownPage(renderer),
      inject: [PageRenderer],
    },
  ];
}
