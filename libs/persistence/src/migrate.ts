import { migrateSchema } from '@governance/postgres';
import { surfaceAccess } from './access/surface-access';
import { migrations } from './migrations';

/**
 * Migrates the database at `url` to the newest schema and grants the programs' roles their rights (ADR 21). `url` logs in as
 * the owner. Can be repeated; concurrent migrations wait for each other. Returns the names of the applied migrations.
 * @throws `RolesMissing` when the owner may not create the roles; nothing is changed then.
 */
export function migrate(url: string): Promise<string[]> {
  return migrateSchema({ url, lock: 'platform-migrations', access: surfaceAccess, migrations });
}
