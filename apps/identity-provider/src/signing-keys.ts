import { settingsOrExit } from '@governance/config';
import { Keyring } from '@governance/keyring';
import { type OperatorCall } from '@governance/runtime';
import { readCommandSettings } from './config';
import { openDatabase } from '@governance/postgres';
import { warnOfDatabase } from './database/warn-of-database';
import { SigningKeyStore } from './signing/signing-key.store';
import { runSigningKeysCommand } from './signing/signing-keys.command';

export async function signingKeys({ args, ...call }: OperatorCall): Promise<number> {
  const settings = settingsOrExit(() => readCommandSettings('signing-keys'));
  const keyring = Keyring.load(settings.KEYRING_FILE);
  const database = await openDatabase({ url: settings.DATABASE_URL, warn: warnOfDatabase });
  try {
    return await runSigningKeysCommand(args, { ...call, store: new SigningKeyStore(database, keyring) });
  } finally {
    await database.close();
  }
}
