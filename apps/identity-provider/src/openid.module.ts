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
import { IssuerKeys } from './trust-rules/issuer-keys';
import { TrustRulesStore } from './trust-rules/trust-rules.store';
import { PeopleStores } from './stores/people-stores';

const stores = [ApplicationsStore, ClientsStore, SigningKeyStore, TrustRulesStore];

/** OAuth and OpenID Connect: the applications, the machines, the signing keys and the endpoints. */
@Module({})
export class OpenIdModule {
  /** `accounts` is the imported module of the accounts. */
  static forRoot(settings: ServerSettings, accounts: DynamicModule): DynamicModule {
    return {
      module: OpenIdModule,
      imports: [accounts],
      providers: [...storeProviders(...stores), provideLiveProvider(settings)],
      exports: [...stores, LiveProvider],
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
  const allowPlain = settings.ENVIRONMENT === 'development';
  return {
    provide: LiveProvider,
    useFactory: (...[database, keyring, signingKeys, people, renderer, clock]: LiveDependencies) =>
      new LiveProvider({
        issuer: settings.ISSUER,
        apiUrl: settings.API_URL,
        claimsNamespace: settings.CLAIMS_NAMESPACE,
        cookies: cookieRules(settings.ISSUER),
        issuerKeys: new IssuerKeys(networkOf(allowPlain), allowPlain, clock),
        usedAssertions: new UsedAssertionsStore(database),
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
