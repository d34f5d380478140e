import { settingsOrExit } from '@governance/config';
import { runCommand } from '@governance/runtime';
import { Keyring } from '@governance/keyring';
import { readSigningKeysSettings } from './config';
import { IdentityDatabase } from './database/identity-database';
import { SigningKeyStore } from './signing/signing-key.store';
import { runSigningKeysCommand } from './signing/signing-keys.command';

runCommand(async () => {
  const settings = settingsOrExit(readSigningKeysSettings);
  const keyring = Keyring.load(settings.KEYRING_FILE);
  const database = await IdentityDatabase.open(settings.DATABASE_URL);
  try {
    process.exitCode = await runSigningKeysCommand(process.argv.slice(2), {
      store: new SigningKeyStore(database, keyring),
      now: new Date(),
      print: (line) => process.stdout.write(`${line}\n`),
    });
  } finally {
    await database.onApplicationShutdown();
  }
});
