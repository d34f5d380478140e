import { Clock } from '@governance/kernel';
import { Keyring } from '@governance/keyring';
import { Database } from '@governance/postgres';
import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import { ApplicationsStore } from './applications/applications.store';
import { ClientsStore } from './applications/clients.store';
import { type ServerSettings } from './config';
import { networkOf } from './network/upstream-network';
import { storeProviders } from './database/store.providers';
import { adaptersOn } from './oauth/adapters';
import { cookieRules } from './oauth/cookies';
import { LiveProvider } from './oauth/live-provider';
import { UsedAssertionsStore } from './oauth/used-assertions.store';
import { firstPartyClients } from './oauth/people-clients';
import { PageRenderer } from './pages/page-renderer';
import { SigningKeyStore } from './signing/signing-key.store';
import { AssertionJudge } from './oauth/assertion-judge';
import { IssuerKeys } from './trust-rules/issuer-keys';
import { LastExchanges } from './trust-rules/last-exchanges';
import { TrustRulesStore } from './trust-rules/trust-rules.store';
import { PeopleStores } from './stores/people-stores';

const stores = [ApplicationsStore, ClientsStore, SigningKeyStore, TrustRulesStore, UsedAssertionsStore];

/** OAuth and OpenID Connect: the applications, the machines, the signing keys and the endpoints. */
@Module({})
export class OpenIdModule {
  /** `accounts` is the imported module of the accounts. */
  static forRoot(settings: ServerSettings, accounts: DynamicModule): DynamicModule {
    return {
      module: OpenIdModule,
      imports: [accounts],
      providers: [
        ...storeProviders(...stores),
        {
          provide: LastExchanges,
          useFactory: (store: TrustRulesStore) => new LastExchanges(store),
          inject: [TrustRulesStore],
        },
        provideJudge(settings),
        provideLiveProvider(settings),
      ],
      exports: [...stores, AssertionJudge, LastExchanges, LiveProvider],
    };
  }
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
    useFactory: (
      ...[database, keyring, signingKeys, people, assertions, renderer, clock]: LiveDependencies
    ) =>
      new LiveProvider({
        issuer: settings.ISSUER,
        apiUrl: settings.API_URL,
        claimsNamespace: settings.CLAIMS_NAMESPACE,
        cookies: cookieRules(settings.ISSUER),
        assertions,
        adapters: adaptersOn({ database, keyring, firstParty, clock }),
        signingKeyDays: settings.SIGNING_KEY_DAYS,
        keyring,
        signingKeys,
        people,
        renderer,
        clock,
      }),
    inject: [Database, Keyring, SigningKeyStore, PeopleStores, AssertionJudge, PageRenderer, Clock],
  };
}

type LiveDependencies = [
  Database,
  Keyring,
  SigningKeyStore,
  PeopleStores,
  AssertionJudge,
  PageRenderer,
  Clock,
];

function provideJudge(settings: ServerSettings): FactoryProvider<AssertionJudge> {
  const allowPlain = settings.ENVIRONMENT === 'development';
  return {
    provide: AssertionJudge,
    useFactory: (usedAssertions: UsedAssertionsStore, lastExchanges: LastExchanges, clock: Clock) =>
      new AssertionJudge({
        issuerKeys: new IssuerKeys(networkOf(allowPlain), allowPlain, clock),
        usedAssertions,
        lastExchanges,
      }),
    inject: [UsedAssertionsStore, LastExchanges, Clock],
  };
}
