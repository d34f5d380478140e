import { PersonalDataStore } from '@governance/assessments';
import { settingsOrExit } from '@governance/config';
import { runCommand } from '@governance/runtime';
import { PersistenceModule } from '@governance/persistence';
import { NestFactory } from '@nestjs/core';
import { parseArgs } from 'node:util';
import { readEraseSettings } from './config';

const usage = 'Usage: erase --email ADDRESS';

/** `npm run operate -- erase --email ADDRESS`: removes an address and its notes everywhere; certificates stay verifiable. */
async function erase(): Promise<void> {
  const { email = '' } = parseArgs({ options: { email: { type: 'string' } } }).values;
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Error(usage);
  const settings = settingsOrExit(readEraseSettings);
  const persistence = PersistenceModule.forRoot({
    databaseUrl: settings.DATABASE_URL,
    keyringFile: settings.KEYRING_FILE,
    role: 'governance_commands',
  });
  const app = await NestFactory.createApplicationContext(persistence, { logger: false, abortOnError: false });
  try {
    const { results, deliveries } = await app.get(PersonalDataStore).erase(email);
    // Does not repeat the address, because terminal output is often stored.
    process.stdout.write(`The address was removed from ${results} results and ${deliveries} messages.\n`);
  } finally {
    await app.close();
  }
}

runCommand(erase);
