import { Keyring } from '@governance/keyring';
import { Database } from '@governance/postgres';
import { type FactoryProvider } from '@nestjs/common';

type Store = new (database: Database, keyring: Keyring) => object;

/** Stores are plain classes, which programs without Nest use too. */
export function storeProviders(...stores: readonly Store[]): readonly FactoryProvider<object>[] {
  return stores.map((Store) => ({
    provide: Store,
    useFactory: (database: Database, keyring: Keyring) => new Store(database, keyring),
    inject: [Database, Keyring],
  }));
}
