import { checkTreeHead, type IssuerKeySet } from '@governance/certificate-verifier';
import { AuditProof, type ReadTreeHead } from '@governance/iam';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { issuerOfFile, issuerOnline, nearestIssuer } from './trusted-issuer';
import { type VerifyCommandOptions } from './verify.command';

export const usage = `Usage: audit -- verify FILE [--keys jwks.json | --issuer URL]

Checks a proof of audit events, the file of GET /iam/audit-events/proof, and names events that were changed,
removed or reordered.

  --issuer URL  the issuer you trust; its keys are fetched from there
  --keys FILE   the issuer's keys from a file (jwks.json), without any request
  --help        shows this text

Without --issuer and --keys, the issuer is PUBLIC_BASE_URL or the running development stack.
Exit code: 0 when the proof holds, 1 when it does not, 2 when it could not be checked.`;

const options = {
  keys: { type: 'string' },
  issuer: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const tampered = 1;
const unchecked = 2;

/** Checks a proof and prints the findings. Returns the exit code. */
export async function runAuditCommand(
  args: readonly string[],
  command: VerifyCommandOptions,
): Promise<number> {
  const { print, folder } = command;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help) {
      print(usage);
      return 0;
    }
    const [verb, file, ...others] = positionals;
    if (verb !== 'verify' || file === undefined || others.length > 0) throw new Error(usage);
    return await verify(resolve(folder, file), await trustedKeys(values, command), print);
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return unchecked;
  }
}

async function trustedKeys(
  { keys, issuer }: { readonly keys?: string | undefined; readonly issuer?: string | undefined },
  { folder, root, env, now }: VerifyCommandOptions,
): Promise<IssuerKeySet> {
  if (keys !== undefined) return issuerOfFile(resolve(folder, keys), undefined).keys;
  const address = issuer ?? nearestIssuer(root, env);
  if (address === undefined)
    throw new Error(
      `Give --issuer or --keys, so that the heads are checked against an issuer you trust.\n${usage}`,
    );
  return (await issuerOnline(address, now)).keys;
}

async function verify(file: string, keys: IssuerKeySet, print: (line: string) => void): Promise<number> {
  const proof = new AuditProof(readerOf(keys));
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    await proof.take(line);
  }
  const { problems, facts } = proof.findings();
  for (const fact of facts) print(`found: ${fact}`);
  for (const problem of problems) print(`TAMPERED: ${problem}`);
  if (problems.length > 0) return tampered;
  print('GENUINE: no audit event was changed, removed or reordered');
  return 0;
}

function readerOf(keys: IssuerKeySet): ReadTreeHead {
  return async (jws) => {
    const {
      org_id: orgId,
      tree_size: size,
      root_hash: root,
      created_at: at,
    } = await checkTreeHead(jws, keys);
    return { orgId, size, root: Buffer.from(root, 'hex'), at: new Date(at) };
  };
}
