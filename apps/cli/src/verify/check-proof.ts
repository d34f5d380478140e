import { CannotCheck, checkTreeHead, IssuerKeySet } from '@governance/certificate-verifier';
import { AuditProof, type KnownTree, type ProofFindings, type TreeHead, treeHeadOf } from '@governance/iam';
import { createReadStream, existsSync } from 'node:fs';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { exitCode } from '../exit-code';
import { decodedLines } from '../files/decoded-text';
import { headsOf } from './earlier-proof';
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
/** By as much the clock of this machine may be behind that of the signer. */
const toleranceMs = 300_000;

/**
 * Checks a proof of audit events and shows what was found. @throws CommandError that names what was tampered with, or says that
 * nothing is signed yet, that the head is too old, or that an earlier proof or a key is missing.
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
  const ageMs = Date.now() - at.getTime();
  const days = Math.floor(ageMs / dayMs);
  const age = ageMs < -toleranceMs ? 'is dated in the future' : `is ${inDays(days)} old`;
  app.terminal.note(`The last signed tree head ${age}`);
  if (maxAge !== undefined && (days >= maxAge || ageMs < -toleranceMs))
    throw new CommandError(`The last signed tree head ${age}: export the proof again`, exitCode.negative);
}

function inDays(days: number): string {
  if (days <= 0) return 'less than a day';
  return days === 1 ? '1 day' : `${days} days`;
}

async function knownTree({ org, since }: ProofOptions, keys: IssuerKeySet): Promise<KnownTree> {
  const heads = since === undefined ? [] : await headsOf(since, keys);
  return org === undefined ? { heads } : { heads, orgId: org };
}

function refuse(app: App, { outcome, problems, unknown }: Findings, { keys, since }: ProofOptions): never {
  const isUnchecked = unknown > 0 && unknown === problems.length;
  const isOpen = outcome === 'unsigned' || outcome === 'incomplete' || isUnchecked;
  app.showForPrograms({ genuine: isOpen ? null : false, problems });
  if (outcome === 'incomplete')
    throw new CommandError(
      since === undefined
        ? 'NOT CHECKED: the proof goes on from an earlier one. Give that one with --since'
        : `NOT CHECKED: the proof goes on from a later one than ${since}. Give that one with --since`,
      exitCode.unchecked,
    );
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
