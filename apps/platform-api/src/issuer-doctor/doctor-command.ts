import { parseArgs } from 'node:util';

export interface DoctorCommand {
  readonly json: boolean;
  /** Absent: the token is on standard input, where no shell history keeps it. */
  readonly token: string | undefined;
}

const usage = [
  'Usage: npm run -s operate -- issuer-doctor [--json] < TOKEN_FILE',
  '       npm run -s operate -- issuer-doctor [--json] TOKEN',
].join('\n');

/** Throws with the usage when the command line is invalid. The error never repeats an argument, which can be a token. */
export function readDoctorCommand(args: readonly string[]): DoctorCommand {
  const { positionals, values } = parsed(args);
  if (positionals.length > 1) throw new Error(usage);
  return { json: values.json === true, token: positionals[0] };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { json: { type: 'boolean' } } });
  } catch {
    throw new Error(usage);
  }
}
