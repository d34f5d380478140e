import { CannotCheck, checkTreeHead, IssuerKeySet } from '@governance/certificate-verifier';
import {
  AuditProof,
  type KnownTree,
  parseProofLine,
  type ProofFindings,
  type TreeHead,
  treeHeadOf,
} from '@governance/iam';
import { createReadStream, existsSync } from 'node:fs';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { decodedLines } from '../files/decoded-text';
import { type IssuerOptions, trustedIssuer } from './trusted-issuer';

const unsigned =
  'NOT SIGNED YET: the proof has no signed tree head, so it shows nothing. The export has asked for one: export again in a minute.';

export interface ProofOptions extends IssuerOptions {
  /** A file with an earlier proof, whose tree this one must extend. */
  readonly since?: string;
  /** The organization that the proof must be of. */
  readonly org?: string;
  /** In days: an older head is refused. */
  readonly maxAge?: number;
}

const dayMs = 86_400_000;

/**
 * Checks a proof of audit events and shows what was found. @throws CommandError that names what was tampered with, or says that
 * nothing is signed yet, that the head is too old, or that a file of keys is too old for it.
 */
export async function checkProof(app: App, file: string, options: ProofOptions): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}`);
  const { jwks } = await trustedIssuer(app, options);
  const keys = new IssuerKeySet(jwks, options.keys === undefined ? 'issuer' : 'saved');
  const findings = await findingsOf(file, keys, await knownTree(options, keys));
  if (findings.outcome === 'no-proof')
    throw new CommandError(`${file} is no file of \`audit export --proof\``);
  for (const fact of findings.facts) app.terminal.note(fact);
  if (findings.outcome !== 'genuine') refuse(app, findings, options);
  if (findings.head) checkAge(app, findings.head, options);
  app.show({ genuine: true });
}

function checkAge(app: App, { at }: TreeHead, { maxAge }: ProofOptions): void {
  const days = Math.floor((Date.now() - at.getTime()) / dayMs);
  if (days > 0) app.terminal.note(`The last signed tree head is ${days} days old`);
  if (maxAge !== undefined && days >= maxAge)
    throw new CommandError(`The proof is ${days} days old: export it again`, exitCode.negative);
}

async function knownTree({ org, since }: ProofOptions, keys: IssuerKeySet): Promise<KnownTree> {
  const heads = since === undefined ? [] : await headsOf(since, keys);
  return org === undefined ? { heads } : { heads, orgId: org };
}

/** The signed heads of an earlier proof. @throws CommandError when it has none, or one that is not genuine */
async function headsOf(file: string, keys: IssuerKeySet): Promise<readonly TreeHead[]> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}`);
  const heads: TreeHead[] = [];
  for await (const text of decodedLines(createReadStream(file), file)) {
    const line = parseProofLine(text);
    if (line?.kind !== 'head') continue;
    const head = await checkTreeHead(line.jws, keys).catch((error: unknown) => {
      throw new CommandError(`${file} has a tree head that cannot be checked: ${String(error)}`);
    });
    heads.push(treeHeadOf(head));
  }
  if (heads.length === 0) throw new CommandError(`${file} has no signed tree head to compare with`);
  return heads;
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

async function findingsOf(file: string, keys: IssuerKeySet, known: KnownTree): Promise<Findings> {
  let unknown = 0;
  const proof = new AuditProof(async (jws) => {
    const head = await checkTreeHead(jws, keys).catch((error: unknown) => {
      if (error instanceof CannotCheck) unknown += 1;
      throw error;
    });
    return treeHeadOf(head);
  }, known);
  for await (const line of decodedLines(createReadStream(file), file)) await proof.take(line);
  return { ...proof.findings(), unknown };
}
