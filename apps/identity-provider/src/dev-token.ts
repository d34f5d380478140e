import { runCommand } from '@governance/runtime';
import { Keyring } from '@governance/keyring';
import { readDevTokenSettings } from './config';
import { openDatabase } from '@governance/postgres';
import { warnOfDatabase } from './database/warn-of-database';
import { readDevTokenRequest } from './development/dev-token-request';
import { DevTokens } from './development/dev-tokens';
import { UsersStore } from './people/users.store';
import { PlacesStore } from './organizations/places.store';
import { SigningKeyStore } from './signing/signing-key.store';

runCommand(async () => {
  const settings = readDevTokenSettings();
  const now = new Date();
  const request = readDevTokenRequest(process.argv.slice(2), now);
  const keyring = Keyring.load(settings.KEYRING_FILE);
  const database = await openDatabase({ url: settings.DATABASE_URL, warn: warnOfDatabase });
  try {
    const stores = {
      users: new UsersStore(database, keyring),
      places: new PlacesStore(database),
      keys: new SigningKeyStore(database, keyring),
    };
    const tokens = new DevTokens(stores, {
      issuer: settings.ISSUER,
      apiUrl: settings.API_URL,
      claimsNamespace: settings.CLAIMS_NAMESPACE,
    });
    process.stdout.write(`${await tokens.sign(request, now)}\n`);
  } finally {
    await database.close();
  }
});
