import { settingsOrExit } from '@governance/config';
import { runCommand } from '@governance/http';
import { readMigrateSettings } from './config';
import { migrateIdentity } from './database/migrate-identity';

runCommand(async () => {
  const applied = await migrateIdentity(settingsOrExit(readMigrateSettings).DATABASE_OWNER_URL);
  process.stdout.write(
    applied.length > 0 ? `applied: ${applied.join(', ')}\n` : 'the schema identity is up to date\n',
  );
});
