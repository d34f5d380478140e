import { type Operation, operations } from '@governance/iam';
import { parseArgs } from 'node:util';
import { type PolicyChange } from './organization-policy';

/** What the command line asks for. */
export interface OrgCommand {
  readonly orgId: string;
  readonly change: PolicyChange;
}

const usage = [
  'Usage: npm run org -- policy ORGANIZATION [--mfa-max-age SECONDS] [--gate OPERATION,…]',
  '',
  '  --mfa-max-age  for how many seconds a second factor stays fresh; 0: nobody is asked for one',
  `  --gate         the writes that ask for one, or none: ${operations.join(', ')}`,
].join('\n');

const mostSeconds = 31_536_000;

/** Throws with the usage when the command line cannot be understood. */
export function readOrgCommand(args: readonly string[]): OrgCommand {
  const { positionals, values } = parsed(args);
  const [command, orgId, ...rest] = positionals;
  if (command !== 'policy' || !orgId || rest.length > 0) throw new Error(usage);
  const { 'mfa-max-age': maxAge, gate } = values;
  return {
    orgId,
    change: {
      ...(maxAge !== undefined && { mfaMaxAgeSeconds: secondsOf(maxAge) }),
      ...(gate !== undefined && { gated: operationsOf(gate) }),
    },
  };
}

function parsed(args: readonly string[]) {
  try {
    const options = { 'mfa-max-age': { type: 'string' }, gate: { type: 'string' } } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new Error(usage, { cause: error });
  }
}

function secondsOf(text: string): number {
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (seconds <= mostSeconds) return seconds;
  throw new Error(`--mfa-max-age must be a whole number of seconds from 0 to ${mostSeconds}`);
}

function operationsOf(text: string): ReadonlySet<Operation> {
  const names = text === 'none' ? [] : text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !isOperation(name));
  if (unknown.length > 0) {
    throw new Error(
      `--gate: there is no operation ${unknown.join(', ')}. There are ${operations.join(', ')}.`,
    );
  }
  return new Set(names.filter(isOperation));
}

function isOperation(name: string): name is Operation {
  return (operations as readonly string[]).includes(name);
}
