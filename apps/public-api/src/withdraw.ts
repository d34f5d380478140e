import { isWithdrawalReason, withdrawalReasons, WithdrawalStore } from '@governance/assessments';
import { settingsOrExit } from '@governance/config';
import { runCommand, SystemClock } from '@governance/runtime';
import { PersistenceModule } from '@governance/persistence';
import { NestFactory } from '@nestjs/core';
import { isUUID } from 'class-validator';
import { parseArgs } from 'node:util';
import { readWithdrawSettings } from './config';

const usage = `Usage: withdraw --id CERTIFICATE --reason ${withdrawalReasons.join(' | ')}`;

const answers = {
  withdrawn:
    'The certificate is withdrawn. The status list shows it when a worker has signed the next version.',
  withdrawn_before: 'The certificate is already withdrawn. Its date and reason are unchanged.',
} as const;

/** `npm run operate -- withdraw --id … --reason …`: withdraws a certificate. This cannot be undone. */
async function withdraw(): Promise<void> {
  const options = { id: { type: 'string' }, reason: { type: 'string' } } as const;
  const { id = '', reason = '' } = parseArgs({ options }).values;
  if (!isUUID(id, 'loose') || !isWithdrawalReason(reason)) throw new Error(usage);
  const settings = settingsOrExit(readWithdrawSettings);
  const persistence = PersistenceModule.forRoot({
    databaseUrl: settings.DATABASE_URL,
    keyringFile: settings.KEYRING_FILE,
    role: 'governance_commands',
  });
  const app = await NestFactory.createApplicationContext(persistence, { logger: false, abortOnError: false });
  try {
    const withdrawal = { at: new SystemClock().now(), reason };
    const outcome = await app.get(WithdrawalStore).withdraw(id.toLowerCase(), withdrawal);
    if (outcome === 'unknown') throw new Error('There is no certificate with this id.');
    process.stdout.write(`${answers[outcome]}\n`);
  } finally {
    await app.close();
  }
}

runCommand(withdraw);
