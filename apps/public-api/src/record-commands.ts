import {
  type ErasedLogRecord,
  isWithdrawalReason,
  type LogRecord,
  LogRecords,
  PersonalDataStore,
  withdrawalReasons,
  WithdrawalStore,
} from '@governance/assessments';
import { settingsOrExit } from '@governance/config';
import { PersistenceModule } from '@governance/persistence';
import { type OperatorCall, withModule } from '@governance/runtime';
import { base64 } from '@governance/transparency';
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

/** `operate log-records`: what each entry of the public log is about, for `governance log verify --records`. */
export async function logRecords({ print }: OperatorCall): Promise<number> {
  await withModule(records('log-records'), async (app) => {
    const stored = app.get(LogRecords);
    for (let page = await stored.from(0); page.length > 0;) {
      print(page.map((record) => JSON.stringify(lineOf(record))).join('\n'));
      page = await stored.from((page.at(-1)?.entry ?? 0) + 1);
    }
  });
  return 0;
}

function lineOf(record: LogRecord | ErasedLogRecord): object {
  const { entry } = record;
  if (record.salt === undefined) return { entry, erased: true };
  const { kind, resultId: id, salt, credentialDigest: digest, standing } = record;
  const credential = digest && { credential_sha256: base64(digest) };
  return { entry, kind, id, salt: base64(salt), ...credential, standing };
}

/** The stores as a command may use them. */
function records(command: 'erase' | 'withdraw' | 'log-records'): DynamicModule {
  const settings = settingsOrExit(() => readCommandSettings(command));
  return PersistenceModule.forRoot({
    databaseUrl: settings.DATABASE_URL,
    keyringFile: settings.KEYRING_FILE,
    role: 'governance_commands',
  });
}
