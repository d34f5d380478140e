import { type Disclosure, type Findings, NotGenuine } from '@governance/certificate-verifier';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { issuerOfFile, issuerOnline, nearestIssuer, type TrustedIssuer } from './trusted-issuer';
import { verifyCertificate } from './verification';

export interface VerifyCommandOptions {
  /** The base of relative paths. */
  readonly folder: string;
  /** Of the workspace. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly now: () => Date;
}

export const usage = `Usage: verify FILE.pdf [--keys jwks.json [--status list.jwt] | --issuer URL]
                       [--address ADDRESS --salt CODE] [--answers answers.json]

Checks the signature, the file and the printed page of a certificate.

  --issuer URL       the certificate issuer that you trust; fetches its keys and status list
  --keys FILE        read the issuer's keys from a file (jwks.json), without network requests
  --status FILE      read the issuer's status list from a file, to check for withdrawal
  --address ADDRESS  with --salt: check that the certificate was mailed to this address
  --salt CODE        the ownership code from that mail
  --answers FILE     check that these answers (JSON) give this result
  --help             show this text

By default, PUBLIC_BASE_URL or the running development stack sets the issuer.
Exit code: 0 only for a genuine certificate; 1 if it is not genuine; 2 if it could not be checked.`;

const notGenuine = 1;
const unchecked = 2;

const options = {
  keys: { type: 'string' },
  status: { type: 'string' },
  issuer: { type: 'string' },
  address: { type: 'string' },
  salt: { type: 'string' },
  answers: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = Partial<Record<Exclude<keyof typeof options, 'help'>, string>>;

/** Checks a certificate and prints the findings. Returns the exit code. */
export async function runVerifyCommand(
  args: readonly string[],
  command: VerifyCommandOptions,
): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: withJoinedCode(args),
      options,
      allowPositionals: true,
    });
    if (values.help) {
      command.print(usage);
      return 0;
    }
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new Error(usage);
    const { folder } = command;
    const { keys, statusList } = await trustedIssuer(values, command);
    const findings = await verifyCertificate({
      pdf: readFileSync(resolve(folder, file)),
      keys,
      statusList,
      disclosure: disclosureOf(values),
      answers:
        values.answers === undefined
          ? undefined
          : JSON.parse(readFileSync(resolve(folder, values.answers), 'utf8')),
    });
    report(findings, command.print);
    return 0;
  } catch (error) {
    return explain(error, command.print);
  }
}

/** One ownership code in 64 starts with a dash, which `parseArgs` reads as an option unless joined with `=`. */
function withJoinedCode(args: readonly string[]): string[] {
  const place = args.indexOf('--salt');
  const code = args[place + 1];
  if (place === -1 || code === undefined) return [...args];
  return [...args.slice(0, place), `--salt=${code}`, ...args.slice(place + 2)];
}

async function trustedIssuer(
  { keys, status, issuer }: Values,
  { folder, root, env, now }: VerifyCommandOptions,
): Promise<TrustedIssuer> {
  if (keys !== undefined)
    return issuerOfFile(resolve(folder, keys), status === undefined ? undefined : resolve(folder, status));
  const address = issuer ?? nearestIssuer(root, env);
  if (address === undefined)
    throw new Error(`No trusted certificate issuer: set --keys or --issuer.\n${usage}`);
  return issuerOnline(address, now);
}

function disclosureOf({ address, salt }: Values): Disclosure | undefined {
  if (address === undefined && salt === undefined) return undefined;
  if (address === undefined || salt === undefined)
    throw new Error(`--address and --salt require each other.\n${usage}`);
  return { address, salt };
}

function report({ credential, checked, unchecked: open }: Findings, print: (line: string) => void): void {
  const { resultId, overallScore, tier, launchAllowed, issuedAt, issuer, rubric } = credential;
  for (const finding of checked) print(`ok: ${finding}`);
  for (const question of open) print(`not checked: ${question} (see --help)`);
  const verdict = launchAllowed ? 'ready to launch' : 'not ready to launch';
  print(`GENUINE: certificate ${resultId}, issued ${issuedAt.toISOString()} by ${issuer}`);
  print(`Self-assessment: ${overallScore}/100, ${tier}, ${verdict}, under ${rubric.id} ${rubric.version}`);
}

function explain(error: unknown, print: (line: string) => void): number {
  if (error instanceof NotGenuine) {
    print(`NOT GENUINE: ${error.message}.`);
    return notGenuine;
  }
  print(
    error instanceof Error || (typeof error === 'object' && error && 'message' in error)
      ? String(error.message)
      : String(error),
  );
  return unchecked;
}
