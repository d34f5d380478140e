import { settingsOrExit } from '@governance/config';
import { runCommand } from '@governance/runtime';
import { migrate } from '@governance/persistence';
import { readCommandSettings } from './config';

runCommand(async () => {
  const applied = await migrate(settingsOrExit(() => readCommandSettings('migrate')).DATABASE_OWNER_URL);
  process.stdout.write(
    applied.length > 0 ? `applied: ${applied.join(', ')}\n` : 'the schema is up to date\n',
  );
});
