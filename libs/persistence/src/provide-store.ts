import { Keyring } from '@governance/keyring';
import { type Abstract, type FactoryProvider } from '@nestjs/common';
import { Database } from '@governance/postgres';

/** Binds a port to its PostgreSQL store. */
export function provideStore<Port>(
  port: Abstract<Port>,
  Store: new (database: Database, keyring: Keyring) => Port,
): FactoryProvider<Port> {
  return {
    provide: port,
    useFactory: (database: Database, keyring: Keyring) => new Store(database, keyring),
    inject: [Database, Keyring],
  };
}
