import { settingsOrExit } from '@governance/config';
import { runCommand } from '@governance/runtime';
import { Keyring } from '@governance/keyring';
import { bringOverAddresses, migrate } from '@governance/persistence';
import { readMigrateSettings } from './config';

runCommand(async () => {
  const { DATABASE_OWNER_URL: url, KEYRING_FILE: keyringFile } = settingsOrExit(readMigrateSettings);
  const keyring = keyringFile === undefined ? undefined : Keyring.load(keyringFile);
  const applied = await migrate(url);
  process.stdout.write(
    applied.length > 0 ? `applied: ${applied.join(', ')}\n` : 'the schema is up to date\n',
  );
  if (!keyring) return;
  const { changed, withoutForm, unreadable } = await bringOverAddresses(url, keyring);
  process.stdout.write(
    `addresses converted to canonical form: ${changed}; without canonical form: ${withoutForm}; unreadable: ${unreadable}\n`,
  );
});
