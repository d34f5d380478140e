import { settingsOrExit } from '@governance/config';
import { runCommand } from '@governance/runtime';
import { Keyring } from '@governance/keyring';
import { readMigrateSettings } from './config';
import { bringOverAddresses } from './database/bring-over-addresses';
import { migrateIdentity } from './database/migrate-identity';

runCommand(async () => {
  const { DATABASE_OWNER_URL: url, KEYRING_FILE: keyringFile } = settingsOrExit(readMigrateSettings);
  const keyring = keyringFile === undefined ? undefined : Keyring.load(keyringFile);
  const applied = await migrateIdentity(url, (line) => {
    process.stdout.write(`${line}\n`);
  });
  process.stdout.write(
    applied.length > 0 ? `applied: ${applied.join(', ')}\n` : 'the schema identity is up to date\n',
  );
  if (!keyring) return;
  const { changed, withoutForm, unreadable, collisions } = await bringOverAddresses(url, keyring);
  process.stdout.write(
    `addresses converted to canonical form: ${changed}; without one: ${withoutForm}; unreadable: ${unreadable}\n`,
  );
  for (const { userId, organizationIds } of collisions) {
    process.stdout.write(
      `${userId} is unchanged: another account has its address in a different spelling (organizations: ${organizationIds.join(', ') || 'none'})\n`,
    );
  }
});
