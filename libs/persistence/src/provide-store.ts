import { Keyring } from '@governance/keyring';
import { type Abstract, type FactoryProvider } from '@nestjs/common';
import { Database } from '@governance/postgres';

/** Binds a port to its PostgreSQL store. `quota` is what an organization may have, for stores that have a limit. */
export function provideStore<Port, Quota>(
  port: Abstract<Port>,
  Store: new (database: Database, keyring: Keyring, quota?: Quota) => Port,
  quota?: Quota,
): FactoryProvider<Port> {
  return {
    provide: port,
    useFactory: (database: Database, keyring: Keyring) => new Store(database, keyring, quota),
    inject: [Database, Keyring],
  };
}
