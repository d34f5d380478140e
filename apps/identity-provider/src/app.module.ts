import { ManagementToken } from '@governance/auth-guards';
import { HealthModule, UnknownPage } from '@governance/http';
import { Clock } from '@governance/kernel';
import { TxtResolver } from '@governance/iam';
import { DnsTxtResolver, ManagementModule, SystemClock } from '@governance/runtime';
import { Keyring } from '@governance/keyring';
import {
  type DynamicModule,
  type FactoryProvider,
  Inject,
  Module,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { type ServerSettings } from './config';
import { Database, DatabaseProbe } from '@governance/postgres';
import { Upstreams } from './connections/upstreams';
import { DomainRechecks } from './domains/domain-rechecks';
import { DomainsStore } from './domains/domains.store';
import { ProvenDomainsStore } from './domains/proven-domains.store';
import { ConfirmedFactorsController } from './management/confirmed-factors.controller';
import { DomainLapsesController } from './management/domain-lapses.controller';
import { DomainsController } from './management/domains.controller';
import { DomainsService } from './management/domains.service';
import { databaseProviders } from './database/database.providers';
import { Housekeeping } from './database/housekeeping';
import { ApplicationsStore } from './applications/applications.store';
import { ApplicationsController } from './management/applications.controller';
import { mailImports, mailProviders } from './mail/mail.providers';
import { ResetRequests } from './password-reset/reset-requests';
import { InvitationLinks } from './invitations/invitation-links';
import { InvitationsStore } from './invitations/invitations.store';
import { ClientTagsController } from './management/client-tags.controller';
import { ClientsController } from './management/clients.controller';
import { ClientsStore } from './management/clients.store';
import { ConnectionsController } from './management/connections.controller';
import { ConnectionsService } from './management/connections.service';
import { ConnectionsStore } from './management/connections.store';
import { InvitationStatesController } from './management/invitation-states.controller';
import { InvitationsController } from './management/invitations.controller';
import { InvitationsService } from './management/invitations.service';
import { ConfiguredManagementToken } from './management/management-token';
import { MemberSearchController } from './management/member-search.controller';
import { MembershipsController } from './management/memberships.controller';
import { MembershipsService } from './management/memberships.service';
import { MembershipsStore } from './management/memberships.store';
import { OrganizationsController } from './management/organizations.controller';
import { OrganizationsStore } from './management/organizations.store';
import { ProviderController } from './management/provider.controller';
import { ProviderIssuer } from './management/provider-issuer';
import { SessionEndsController } from './management/session-ends.controller';
import { UserCredentialsController } from './management/user-credentials.controller';
import { UserCredentialsService } from './management/user-credentials.service';
import { UsersController } from './management/users.controller';
import { UsersService } from './management/users.service';
import { UsersStore } from './management/users.store';
import { adaptersOn } from './oauth/adapters';
import { cookieRules } from './oauth/cookies';
import { LiveProvider } from './oauth/live-provider';
import { firstPartyClients } from './oauth/people-clients';
import { PageRenderer } from './pages/page-renderer';
import { SignInAssets } from './pages/sign-in-assets';
import { SignInUnknownPage } from './pages/sign-in-unknown-page';
import { PasswordsStore } from './people/passwords.store';
import { PeopleStores } from './people/people-stores';
import { SessionEndsStore } from './people/session-ends.store';
import { AuthenticatorsStore } from './second-factor/authenticators.store';
import { PasskeysStore } from './second-factor/passkeys.store';
import { SigningKeyStore } from './signing/signing-key.store';

const managementServices: readonly Provider[] = [
  MembershipsService,
  DomainsService,
  InvitationsService,
  UsersService,
  UserCredentialsService,
];

/** The identity provider: OAuth, and the management API with which the platform manages users and machines. */
@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly database: Database) {}

  static forRoot(settings: ServerSettings): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [
        ManagementModule.forRoot({ port: settings.MANAGEMENT_PORT, readiness: DatabaseProbe }),
        HealthModule.forRoot(),
        ...mailImports(settings),
      ],
      controllers: [
        ProviderController,
        OrganizationsController,
        MembershipsController,
        ConnectionsController,
        ConfirmedFactorsController,
        DomainsController,
        DomainLapsesController,
        InvitationsController,
        InvitationStatesController,
        MemberSearchController,
        UsersController,
        UserCredentialsController,
        SessionEndsController,
        ApplicationsController,
        ClientTagsController,
        ClientsController,
      ],
      providers: [
        ...databaseProviders(settings),
        { provide: Clock, useClass: SystemClock },
        { provide: Keyring, useFactory: () => Keyring.load(settings.KEYRING_FILE) },
        ...[OrganizationsStore, MembershipsStore, Housekeeping].map(provideStore),
        ...connectionProviders(settings),
        ...[UsersStore, ClientsStore, SigningKeyStore, PasswordsStore, AuthenticatorsStore].map(provideStore),
        ...[PasskeysStore, SessionEndsStore].map(provideStore),
        ...[PeopleStores, ApplicationsStore, InvitationsStore, ResetRequests].map(provideStore),
        ...managementServices,
        { provide: ManagementToken, useValue: new ConfiguredManagementToken(settings.MANAGEMENT_TOKEN) },
        { provide: ProviderIssuer, useValue: { issuer: settings.ISSUER } satisfies ProviderIssuer },
        { provide: InvitationLinks, useValue: new InvitationLinks(settings.ISSUER) },
        ...pageProviders(settings),
        ...mailProviders(settings),
        provideLiveProvider(settings),
      ],
      exports: [DatabaseProbe, ManagementToken, UnknownPage],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

function connectionProviders(settings: ServerSettings): readonly Provider[] {
  const { CONNECTIONS_PER_ORGANIZATION: most, ENVIRONMENT: environment, ISSUER: issuer } = settings;
  return [
    {
      provide: ConnectionsService,
      useFactory: (store: ConnectionsStore, upstreams: Upstreams) =>
        new ConnectionsService(store, upstreams, most),
      inject: [ConnectionsStore, Upstreams],
    },
    DomainRechecks,
    ...[ConnectionsStore, DomainsStore, ProvenDomainsStore].map(provideStore),
    { provide: TxtResolver, useClass: DnsTxtResolver },
    { provide: Upstreams, useValue: new Upstreams(issuer, environment === 'development') },
  ];
}

function pageProviders({ ISSUER: issuer }: ServerSettings): readonly Provider[] {
  return [
    SignInAssets,
    {
      provide: PageRenderer,
      useFactory: (assets: SignInAssets) => new PageRenderer(assets, issuer),
      inject: [SignInAssets],
    },
    {
      provide: UnknownPage,
      useFactory: (renderer: PageRenderer) => new SignInUnknownPage(renderer),
      inject: [PageRenderer],
    },
  ];
}

function provideLiveProvider(settings: ServerSettings): FactoryProvider<LiveProvider> {
  const firstParty = firstPartyClients({
    issuer: settings.ISSUER,
    websiteRedirectUris: settings.WEBSITE_REDIRECT_URIS,
    consoleRedirectUris: settings.CONSOLE_REDIRECT_URIS,
    docsRedirectUris: settings.DOCS_REDIRECT_URIS,
  });
  return {
    provide: LiveProvider,
    useFactory: (...[database, keyring, signingKeys, people, renderer, clock]: LiveDependencies) =>
      new LiveProvider({
        issuer: settings.ISSUER,
        apiUrl: settings.API_URL,
        claimsNamespace: settings.CLAIMS_NAMESPACE,
        cookies: cookieRules(settings.ISSUER),
        adapters: adaptersOn({ database, keyring, firstParty, clock }),
        signingKeyDays: settings.SIGNING_KEY_DAYS,
        keyring,
        signingKeys,
        people,
        renderer,
        clock,
      }),
    inject: [Database, Keyring, SigningKeyStore, PeopleStores, PageRenderer, Clock],
  };
}

type LiveDependencies = [Database, Keyring, SigningKeyStore, PeopleStores, PageRenderer, Clock];

type Store = new (database: Database, keyring: Keyring) => object;

function provideStore(Store: Store): FactoryProvider<object> {
  return {
    provide: Store,
    useFactory: (database: Database, keyring: Keyring) => new Store(database, keyring),
    inject: [Database, Keyring],
  };
}
