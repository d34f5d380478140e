import { PersonalDataStore } from '@governance/assessments';
import { type OperatorCall } from '@governance/runtime';
import { parseArgs } from 'node:util';
import { withRecords } from './with-records';

const usage = 'Usage: erase --email ADDRESS';

/** `operate erase --email ADDRESS`: removes an address and its notes everywhere; certificates stay verifiable. */
export async function erase({ args, print }: OperatorCall): Promise<number> {
  const { email = '' } = parseArgs({ args, options: { email: { type: 'string' } } }).values;
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Error(usage);
  const { results, deliveries } = await withRecords((app) => app.get(PersonalDataStore).erase(email));
  // Does not repeat the address, because terminal output is often stored.
  print(`The address was removed from ${results} results and ${deliveries} messages.`);
  return 0;
}
