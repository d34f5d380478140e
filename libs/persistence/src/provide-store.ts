import { Keyring } from '@governance/keyring';
import { type Abstract, type FactoryProvider } from '@nestjs/common';
import { Database } from '@governance/postgres';

/** Binds a port to its PostgreSQL store. `quota` is the number of rows that an organization may have, for stores that have one. */
export function provideStore<Port>(
  port: Abstract<Port>,
  Store: new (database: Database, keyring: Keyring, quota?: number) => Port,
  quota?: number,
): FactoryProvider<Port> {
  return {
    provide: port,
    useFactory: (database: Database, keyring: Keyring) => new Store(database, keyring, quota),
    inject: [Database, Keyring],
  };
}
