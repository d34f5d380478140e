import { type Disclosure, type Findings, NotGenuine } from '@governance/certificate-verifier';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { issuerOfFile, issuerOnline, nearestIssuer, type TrustedIssuer } from './trusted-issuer';
import { verifyCertificate } from './verification';

export interface VerifyCommandOptions {
  /** Relative paths start here. */
  readonly folder: string;
  /** The root of the workspace. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly now: () => Date;
}

export const usage = `Usage: verify FILE.pdf [--keys jwks.json [--status list.jwt] | --issuer URL]
                       [--address ADDRESS --salt OWNERSHIP_CODE] [--answers answers.json]

Checks the signature, the file and the printed page of a certificate.

  --issuer URL       the issuer you trust; its keys and status list are fetched from there
  --keys FILE        the issuer's keys from a file (jwks.json), without any request
  --status FILE      the issuer's status list from a file: checks for withdrawal
  --address ADDRESS  checks that the certificate was mailed to this address; needs --salt
  --salt OWNERSHIP_CODE
                     the ownership code from the mail; needs --address
  --answers FILE     the answers as JSON: checks that they give this result
  --help             shows this text

Without --issuer and --keys, the issuer is PUBLIC_BASE_URL or the running development stack.
Exit code: 0 when the certificate is genuine, 1 when it is not, 2 when it could not be checked.`;

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

/** One ownership code in 64 begins with a dash, which `parseArgs` reads as an option unless it is joined to `--salt`. */
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
    throw new Error(
      `Give --issuer or --keys, so that the certificate is checked against an issuer you trust.\n${usage}`,
    );
  return issuerOnline(address, now);
}

function disclosureOf({ address, salt }: Values): Disclosure | undefined {
  if (address === undefined && salt === undefined) return undefined;
  if (address === undefined || salt === undefined)
    throw new Error(`Give both --address and --salt.\n${usage}`);
  return { address, salt };
}

function report({ credential, checked, unchecked: open }: Findings, print: (line: string) => void): void {
  const { resultId, overallScore, tier, launchAllowed, issuedAt, issuer, rubric } = credential;
  for (const finding of checked) print(`ok: ${finding}`);
  for (const question of open) print(`not checked: ${question} (see --help)`);
  const verdict = launchAllowed ? 'Ready to launch' : 'Not ready to launch';
  print(`GENUINE: certificate ${resultId}, issued ${issuedAt.toISOString()} by ${issuer}`);
  print(`A self-assessment: ${overallScore}/100, ${tier}. ${verdict}. Rubric ${rubric.id} ${rubric.version}`);
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
