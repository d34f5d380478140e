import { settingsOrExit } from '@governance/config';
import { runCommand } from '@governance/runtime';
import { Keyring } from '@governance/keyring';
import { readSigningKeysSettings } from './config';
import { openDatabase } from '@governance/postgres';
import { warnOfDatabase } from './database/warn-of-database';
import { SigningKeyStore } from './signing/signing-key.store';
import { runSigningKeysCommand } from './signing/signing-keys.command';

runCommand(async () => {
  const settings = settingsOrExit(readSigningKeysSettings);
  const keyring = Keyring.load(settings.KEYRING_FILE);
  const database = await openDatabase({ url: settings.DATABASE_URL, warn: warnOfDatabase });
  try {
    process.exitCode = await runSigningKeysCommand(process.argv.slice(2), {
      store: new SigningKeyStore(database, keyring),
      now: new Date(),
      print: (line) => process.stdout.write(`${line}\n`),
    });
  } finally {
    await database.close();
  }
});
