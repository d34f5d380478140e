import { isWithdrawalReason, withdrawalReasons, WithdrawalStore } from '@governance/assessments';
import { type OperatorCall } from '@governance/runtime';
import { isUUID } from 'class-validator';
import { parseArgs } from 'node:util';
import { withRecords } from './with-records';

const usage = `Usage: withdraw --id CERTIFICATE --reason ${withdrawalReasons.join(' | ')}`;

const answers = {
  withdrawn:
    'The certificate is withdrawn. The status list shows it when a worker has signed the next version.',
  withdrawn_before: 'The certificate is already withdrawn. Its date and reason are unchanged.',
} as const;

/** `operate withdraw --id … --reason …`: withdraws a certificate. This cannot be undone. */
export async function withdraw({ args, now: at, print }: OperatorCall): Promise<number> {
  const options = { id: { type: 'string' }, reason: { type: 'string' } } as const;
  const { id = '', reason = '' } = parseArgs({ args, options }).values;
  if (!isUUID(id, 'loose') || !isWithdrawalReason(reason)) throw new Error(usage);
  const outcome = await withRecords((app) =>
    app.get(WithdrawalStore).withdraw(id.toLowerCase(), { at, reason }),
  );
  if (outcome === 'unknown') throw new Error('There is no certificate with this id.');
  print(answers[outcome]);
  return 0;
}
