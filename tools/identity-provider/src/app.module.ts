import { HealthModule, ManagementModule } from '@governance/http';
import { Keyring } from '@governance/keyring';
import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import { type ServerSettings } from './config';
import { IdentityDatabase } from './database/identity-database';
import { Housekeeping } from './database/housekeeping';
import { ClientTagsController } from './management/client-tags.controller';
import { ClientsController } from './management/clients.controller';
import { ClientsStore } from './management/clients.store';
import { ConnectionsController } from './management/connections.controller';
import { ConnectionsStore } from './management/connections.store';
import { MembershipsController } from './management/memberships.controller';
import { MembershipsStore } from './management/memberships.store';
import { OrganizationsController } from './management/organizations.controller';
import { OrganizationsStore } from './management/organizations.store';
import { UsersController } from './management/users.controller';
import { UsersStore } from './management/users.store';
import { adaptersOn } from './oauth/adapters';
import { LiveProvider } from './oauth/live-provider';
import { SigningKeyStore } from './signing/signing-key.store';

/** The identity provider: OAuth for machines, and the API by which the platform manages whom it knows. */
@Module({})
export class AppModule {
  static forRoot(settings: ServerSettings): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [
        ManagementModule.forRoot({ port: settings.MANAGEMENT_PORT, readiness: IdentityDatabase }),
        HealthModule.forRoot(),
      ],
      controllers: [
        OrganizationsController,
        MembershipsController,
        ConnectionsController,
        UsersController,
        ClientTagsController,
        ClientsController,
      ],
      providers: [
        { provide: IdentityDatabase, useFactory: () => IdentityDatabase.open(settings.DATABASE_URL) },
        { provide: Keyring, useFactory: () => Keyring.load(settings.KEYRING_FILE) },
        ...[OrganizationsStore, MembershipsStore, ConnectionsStore, Housekeeping].map(provideStore),
        ...[UsersStore, ClientsStore, SigningKeyStore].map(provideStore),
        {
          provide: LiveProvider,
          useFactory: (database: IdentityDatabase, keyring: Keyring, signingKeys: SigningKeyStore) =>
            new LiveProvider({
              issuer: settings.ISSUER,
              apiUrl: settings.API_URL,
              adapters: adaptersOn(database, keyring),
              keyring,
              signingKeys,
              signingKeyDays: settings.SIGNING_KEY_DAYS,
            }),
          inject: [IdentityDatabase, Keyring, SigningKeyStore],
        },
      ],
      exports: [IdentityDatabase],
    };
  }
}

type Store = new (database: IdentityDatabase, keyring: Keyring) => object;

function provideStore(Store: Store): FactoryProvider<object> {
  return {
    provide: Store,
    useFactory: (database: IdentityDatabase, keyring: Keyring) => new Store(database, keyring),
    inject: [IdentityDatabase, Keyring],
  };
}
