import { CannotCheck, checkTreeHead, IssuerKeySet } from '@governance/certificate-verifier';
import { AuditProof, type ProofFindings, treeHeadOf } from '@governance/iam';
import { createReadStream, existsSync } from 'node:fs';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { decodedLines } from '../files/decoded-text';
import { type IssuerOptions, trustedIssuer } from './trusted-issuer';

const unsigned =
  'NOT SIGNED YET: the proof has no signed tree head, so it shows nothing. The export has asked for one: export again in a minute.';

/**
 * Checks a proof of audit events and shows what was found. @throws CommandError that names what was tampered with, or says that
 * nothing is signed yet, or that a file of keys is too old for it.
 */
export async function checkProof(app: App, file: string, options: IssuerOptions): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}`);
  const { jwks } = await trustedIssuer(app, options);
  const keys = new IssuerKeySet(jwks, options.keys === undefined ? 'issuer' : 'saved');
  const findings = await findingsOf(file, keys);
  if (findings.outcome === 'no-proof')
    throw new CommandError(`${file} is no file of \`audit export --proof\``);
  for (const fact of findings.facts) app.terminal.note(fact);
  if (findings.outcome !== 'genuine') refuse(app, findings, options);
  app.show({ genuine: true });
}

function refuse(app: App, { outcome, problems, unknown }: Findings, { keys }: IssuerOptions): never {
  const isUnchecked = unknown > 0 && unknown === problems.length;
  app.showForPrograms({ genuine: outcome === 'unsigned' || isUnchecked ? null : false, problems });
  if (outcome === 'unsigned') throw new CommandError(unsigned, exitCode.unsigned);
  if (isUnchecked)
    throw new CommandError(
      `NOT CHECKED: ${unknown} tree heads are signed with keys that ${String(keys)} does not have. Get the current keys of the issuer`,
      exitCode.unchecked,
    );
  for (const problem of problems) app.terminal.note(`TAMPERED: ${problem}`);
  throw new CommandError('The proof is not genuine', exitCode.negative);
}

interface Findings extends ProofFindings {
  /** The number of tree heads that are signed with none of the saved keys. */
  readonly unknown: number;
}

async function findingsOf(file: string, keys: IssuerKeySet): Promise<Findings> {
  let unknown = 0;
  const proof = new AuditProof(async (jws) => {
    const head = await checkTreeHead(jws, keys).catch((error: unknown) => {
      if (error instanceof CannotCheck) unknown += 1;
      throw error;
    });
    return treeHeadOf(head);
  });
  for await (const line of decodedLines(createReadStream(file), file)) await proof.take(line);
  return { ...proof.findings(), unknown };
}
