import { migrateSchema } from '@governance/postgres';
import { surfaceAccess } from './access/surface-access';
import { migrations } from './migrations';

/**
 * Brings the database at `url` to the newest schema and gives the roles of the programs what they may use (ADR 21). `url` is
 * of the owner. Can be repeated. Processes that migrate at the same time wait for each other. Returns the names of what was
 * applied.
 * @throws `RolesMissing` when the owner may not make the roles, and then nothing has happened.
 */
export function migrate(url: string): Promise<string[]> {
  return migrateSchema({ url, lock: 'platform-migrations', access: surfaceAccess, migrations });
}
