import {
  isWithdrawalReason,
  PersonalDataStore,
  withdrawalReasons,
  WithdrawalStore,
} from '@governance/assessments';
import { settingsOrExit } from '@governance/config';
import { PersistenceModule } from '@governance/persistence';
import { type OperatorCall, withModule } from '@governance/runtime';
import { type DynamicModule } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { parseArgs } from 'node:util';
import { readCommandSettings } from './config';

const withdrawUsage = `Usage: withdraw --id CERTIFICATE --reason ${withdrawalReasons.join(' | ')}`;

const answers = {
  withdrawn:
    'The certificate is withdrawn. The status list shows it when a worker has signed the next version.',
  withdrawn_before: 'The certificate is already withdrawn. Its date and reason are unchanged.',
} as const;

/** `operate withdraw --id … --reason …`: withdraws a certificate. This cannot be undone. */
export async function withdraw({ args, now: at, print }: OperatorCall): Promise<number> {
  const options = { id: { type: 'string' }, reason: { type: 'string' } } as const;
  const { id = '', reason = '' } = parseArgs({ args, options }).values;
  if (!isUUID(id, 'loose') || !isWithdrawalReason(reason)) throw new Error(withdrawUsage);
  const withdrawal = { at, reason };
  const outcome = await withModule(records('withdraw'), (app) =>
    app.get(WithdrawalStore).withdraw(id.toLowerCase(), withdrawal),
  );
  if (outcome === 'unknown') throw new Error('There is no certificate with this id.');
  print(answers[outcome]);
  return 0;
}

/** `operate erase --email ADDRESS`: removes an address and its notes everywhere; certificates stay verifiable. */
export async function erase({ args, print }: OperatorCall): Promise<number> {
  const { email = '' } = parseArgs({ args, options: { email: { type: 'string' } } }).values;
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Error('Usage: erase --email ADDRESS');
  const { results, deliveries } = await withModule(records('erase'), (app) =>
    app.get(PersonalDataStore).erase(email),
  );
  // Does not repeat the address, because terminal output is often stored.
  print(`The address was removed from ${results} results and ${deliveries} messages.`);
  return 0;
}

/** The stores as a command may use them. */
function records(command: 'erase' | 'withdraw'): DynamicModule {
  const settings = settingsOrExit(() => readCommandSettings(command));
  return PersistenceModule.forRoot({
    databaseUrl: settings.DATABASE_URL,
    keyringFile: settings.KEYRING_FILE,
    role: 'governance_commands',
  });
}
