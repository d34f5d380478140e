import { settingsOrExit } from '@governance/config';
import { runCommand } from '@governance/runtime';
import { readCommandSettings } from './config';
import { migrateIdentity } from './database/migrate-identity';

runCommand(async () => {
  const applied = await migrateIdentity(
    settingsOrExit(() => readCommandSettings('migrate')).DATABASE_OWNER_URL,
    (line) => {
      process.stdout.write(`${line}\n`);
    },
  );
  process.stdout.write(
    applied.length > 0 ? `applied: ${applied.join(', ')}\n` : 'the schema identity is up to date\n',
  );
});
