import {
  InvalidNote,
  leafHash,
  type OpenedCheckpoint,
  openLogProof,
  parseLogProof,
  WitnessPolicy,
} from '@governance/transparency';
import { type CheckedCredential } from './check-credential';
import { continued } from './continued';
import { logCommitmentText, logEntryText, parseLogProofExtra } from './log-entry';
import { type LogTrust } from './log-trust';
import { NotGenuine } from './not-genuine';
import { type Primitives } from './primitives.port';

/** A certificate that claims to be in the public log. */
export interface LoggedCertificate {
  readonly credential: CheckedCredential;
  /** The credential as it was signed: a compact JWS. */
  readonly jws: string;
  /** Its C2SP tlog-proof. */
  readonly proof: string;
}

/** An entry that the log has. */
export interface ProvenEntry {
  readonly index: number;
  /** When the log took it, as the log says. */
  readonly minute: Date;
  readonly policy: WitnessPolicy;
  /** Of the witnesses that the policy has. Times are in seconds since 1970. */
  readonly cosignatures: OpenedCheckpoint['cosignatures'];
}

type Tools = Pick<Primitives, 'sha256' | 'verifyEd25519'>;

/** A later time cannot be written in four digits of a year, and is no time of a witness. */
const latestSeconds = Date.parse('9999-12-31T23:59:59Z') / 1000;

/**
 * Checks that the log has an entry which says that this certificate was issued: the same credential under the same id.
 * @throws NotGenuine when the proof does not show it.
 */
export async function checkLogProof(
  certificate: LoggedCertificate,
  trust: LogTrust,
  tools: Tools,
): Promise<ProvenEntry> {
  const policy = WitnessPolicy.parse(trust.policy, tools.verifyEd25519);
  try {
    return await opened(certificate, policy, tools);
  } catch (cause) {
    if (!(cause instanceof InvalidNote)) throw cause;
    throw new NotGenuine(`Its proof of the public log is invalid: ${continued(cause.message)}`, { cause });
  }
}

async function opened(
  certificate: LoggedCertificate,
  policy: WitnessPolicy,
  tools: Tools,
): Promise<ProvenEntry> {
  const { index, extra, checkpoint } = parseLogProof(certificate.proof);
  const { salt, minute } = parseLogProofExtra(extra ?? new Uint8Array()) ?? {};
  if (salt === undefined || minute === undefined) throw new InvalidNote('It has no salt and minute');
  const entry = await entryOf(certificate, { salt, minute }, tools);
  const [origin = ''] = checkpoint.split('\n', 1);
  const log = policy.logs.filter(({ name }) => name === origin);
  if (log.length === 0) throw new InvalidNote('It is of another log');
  const witnesses = policy.witnesses.map(({ verifier }) => verifier);
  const { cosignatures } = await openLogProof(certificate.proof, leafHash(entry), { origin, log, witnesses });
  if (cosignatures.some(({ time }) => time > latestSeconds))
    throw new InvalidNote('A witness has no valid time');
  return { index, minute: new Date(minute), policy, cosignatures };
}

async function entryOf(
  { credential, jws }: LoggedCertificate,
  { salt, minute }: { readonly salt: Uint8Array; readonly minute: string },
  { sha256 }: Tools,
): Promise<Uint8Array> {
  const hashOf = (text: string): Promise<Uint8Array> => sha256(new TextEncoder().encode(text));
  const credentialDigest = await hashOf(jws);
  const text = logCommitmentText({ kind: 'issued', id: credential.resultId, salt, credentialDigest });
  return new TextEncoder().encode(logEntryText(minute, await hashOf(text)));
}
