import { settingsOrExit } from '@governance/config';
import { migrate } from '@governance/persistence';
import { readMigrateSettings } from './config';

async function main(): Promise<void> {
  const applied = await migrate(settingsOrExit(readMigrateSettings).DATABASE_URL);
  process.stdout.write(
    applied.length > 0 ? `applied: ${applied.join(', ')}\n` : 'the schema is up to date\n',
  );
}

void main();
