import { type Answer } from './answer';
import { attachmentNames } from './attachment-names';
import { type CheckedCredential } from './check-credential';
import { checkLogProof, type ProvenEntry } from './check-log-proof';
import { type ResultData } from './check-result-data';
import { type LogTrust } from './log-trust';
import { NotGenuine } from './not-genuine';
import { dayInWords } from './page-layouts';
import { type Primitives } from './primitives.port';

/** A certificate as the log knows it. */
export interface LogSubject {
  readonly credential: CheckedCredential;
  readonly jws: string;
  /** The attached proof, and the result that the page shows; absent for a certificate code alone. */
  readonly file: { readonly proof: string | undefined; readonly result: ResultData } | undefined;
}

/** The entry of a certificate in the public log. */
export interface LogEntry {
  readonly index: number;
  /** The earliest time at which enough witnesses had seen it; absent when too few have, or none are known. */
  readonly witnessedAt?: Date;
  /** Why the log does not confirm the certificate, for a reader who relies on its witnesses. */
  readonly doubt?: string;
}

export interface LogAnswer extends Answer {
  readonly logEntry?: LogEntry;
}

const dayMs = 86_400_000;

/**
 * Checks that a certificate is in the public log, and since when.
 * @throws NotGenuine when it must be in the log, and no proof shows that it is.
 */
export async function checkLog(
  { credential, jws, file }: LogSubject,
  trust: LogTrust | undefined,
  tools: Pick<Primitives, 'sha256' | 'verifyEd25519'>,
): Promise<LogAnswer> {
  if (!file) return { unchecked: ['the public log: only the certificate code was given'] };
  const { proof, result } = file;
  if (proof === undefined) return withoutProof(credential, result, trust);
  if (!trust) return unknownLog;
  const entry = await checkLogProof({ credential, jws, proof }, trust, tools);
  if (entry.index !== result.logEntry)
    throw new NotGenuine('The proof is of another entry of the public log than the page shows');
  return answerOn(entry, credential, trust);
}

const unknownLog: LogAnswer = {
  unchecked: ['the public log: its keys are needed, from the issuer or from a trust file'],
  missing: ['the public log'],
};

/** Certificates from before the log have no proof. Those of later keys do: a stolen one signs nothing that the log does not show. */
function withoutProof(
  { keyId }: CheckedCredential,
  { logEntry }: ResultData,
  trust: LogTrust | undefined,
): LogAnswer {
  if (logEntry !== undefined) throw new NotGenuine(`The file does not contain ${attachmentNames.logProof}`);
  if (trust && !trust.keysBeforeLog.includes(keyId))
    throw new NotGenuine('Its key signs only certificates that are in the public log, and it is not');
  return {
    unchecked: [
      'the public log: it has no entry for this certificate, so only the signature of the issuer vouches for its date',
    ],
  };
}

function answerOn(entry: ProvenEntry, credential: CheckedCredential, trust: LogTrust): LogAnswer {
  const { index, minute, policy, cosignatures } = entry;
  const seconds = policy.witnessedAt(cosignatures);
  if (seconds === undefined && policy.needsWitnesses && trust.source === 'file') return tooFew(entry);
  if (seconds === undefined)
    return joined(unwitnessed(entry), datedBefore(minute, credential, trust), { index });
  const witnessedAt = new Date(seconds * 1000);
  const dated = datedBefore(witnessedAt, credential, trust);
  return joined(witnessed(entry, witnessedAt, trust), dated, { index, witnessedAt });
}

function joined(seen: Answer, { unchecked = [], reservations = [] }: Answer, logEntry: LogEntry): LogAnswer {
  const [doubt] = reservations;
  return {
    ...seen,
    unchecked: [...(seen.unchecked ?? []), ...unchecked],
    reservations,
    logEntry: { ...logEntry, ...(doubt !== undefined && { doubt }) },
  };
}

/** States no time: the one of the log itself may be of a history that it shows to this reader alone. */
function tooFew({ index, policy, cosignatures }: ProvenEntry): LogAnswer {
  const doubt = `too few of its witnesses have confirmed its entry: ${cosignatures.length} of ${policy.witnesses.length}`;
  const open = `whether the public log shows everyone the same history (${doubt})`;
  return { unchecked: [open], missing: [open], logEntry: { index, doubt } };
}

function witnessed(
  { index, policy, cosignatures }: ProvenEntry,
  witnessedAt: Date,
  { source }: LogTrust,
): Answer {
  const seen = cosignatures.filter(({ time }) => time * 1000 <= witnessedAt.getTime()).length;
  const since = `It has been entry ${index} of the public log since ${witnessedAt.toISOString()}`;
  const by = `confirmed by ${seen} of ${policy.witnesses.length} witnesses`;
  if (source === 'file') return { checked: [`${since}, ${by}`] };
  return {
    checked: [`${since}, ${by} that the issuer names`],
    unchecked: ['whether the witnesses of the log are independent: the issuer named them'],
  };
}

function unwitnessed({ index, minute }: ProvenEntry): Answer {
  return {
    checked: [`It is entry ${index} of the public log, which dates it ${minute.toISOString()}`],
    unchecked: [
      'whether the log shows everyone the same history: it is not witnessed, so the issuer could show others another log',
    ],
  };
}

/**
 * A key that signed before the log began may have signed the certificate long before its entry. The credential of a domain is signed
 * when the domain is proven, with the date of the result.
 */
function datedBefore(
  since: Date,
  { issuedAt, domain, keyId }: CheckedCredential,
  { keysBeforeLog }: LogTrust,
): Answer {
  const isLate = (date: Date): boolean => since.getTime() - date.getTime() > dayMs;
  if (keysBeforeLog.includes(keyId) || !isLate(issuedAt)) return {};
  const dated = dayInWords(issuedAt);
  if (domain && !isLate(new Date(domain.provenAt)))
    return {
      unchecked: [`whether it is of ${dated}: it is in the public log since its domain was proven`],
    };
  return { reservations: [`it is dated ${dated} and is in the public log only since ${dayInWords(since)}`] };
}
