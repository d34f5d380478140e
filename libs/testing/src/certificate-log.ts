import {
  logCommitmentText,
  type LogEntryKind,
  logEntryText,
  logMinute,
  logProofExtra,
  type PublishedLog,
} from '@governance/certificate-verifier';
import { cosigner, type NoteSigner, verifierKey } from '@governance/transparency';
import { createHash, randomBytes } from 'node:crypto';
import { type Ed25519Key, newEd25519Key } from './ed25519-key';
import { MemoryLog } from './memory-log';

/** An event of a certificate. A withdrawal has no credential. */
export interface CertificateEvent {
  readonly kind: LogEntryKind;
  readonly id: string;
  readonly credential?: string;
  readonly salt: Uint8Array;
  readonly at: Date;
}

/** What a certificate has of the log. */
export interface LoggedCertificate {
  readonly logEntry: number;
  readonly logProof: string;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The entry of the log for an event. */
export function entryOfEvent({ at, credential, ...event }: CertificateEvent): string {
  const credentialDigest = credential === undefined ? undefined : sha256(credential);
  return logEntryText(logMinute(at), sha256(logCommitmentText({ ...event, credentialDigest })));
}

/** The public log of a certificate issuer and its witnesses, in memory: each entry is witnessed as soon as it is added. */
export class TestCertificateLog {
  readonly witnesses: readonly Ed25519Key[];
  readonly log: MemoryLog;

  constructor(publicBaseUrl: string, witnesses = 2) {
    const origin = `${publicBaseUrl.replace(/^https?:\/\//, '')}/.well-known/certificate-log`;
    this.log = new MemoryLog(newEd25519Key(origin));
    this.witnesses = Array.from({ length: witnesses }, (_, index) =>
      newEd25519Key(`w${index + 1}.witness.example`),
    );
  }

  /** Adds the entry of an issued certificate, which all witnesses see at that time. */
  async issue(id: string, credential: string, at: Date): Promise<LoggedCertificate> {
    const event = { kind: 'issued', id, credential, salt: randomBytes(16), at } as const;
    const logEntry = this.log.append(entryOfEvent(event));
    const checkpoint = await this.log.checkpoint(this.cosigners(at));
    const extra = logProofExtra({ salt: event.salt, minute: logMinute(at) });
    return { logEntry, logProof: await this.log.proof(logEntry, checkpoint, extra) };
  }

  cosigners(at: Date): readonly NoteSigner[] {
    const time = Math.floor(at.getTime() / 1000);
    return this.witnesses.map((key) => cosigner(key, { sign: key.sign, time }));
  }

  /** What the issuer publishes, and a verifier can keep: a quorum of the first witnesses, or of none. */
  trust({
    witnesses: count = this.witnesses.length,
    quorum = count,
    keysBeforeLog = [],
  }: Partial<Conditions> = {}): PublishedLog {
    const witnesses = this.witnesses.slice(0, count).map((key) => verifierKey(key, 'cosignature'));
    const names = witnesses.map((_, index) => `w${index + 1}`);
    const lines = [
      `log ${verifierKey(this.log.key, 'note')}`,
      ...witnesses.map((key, index) => `witness w${index + 1} ${key}`),
      ...(quorum === 0
        ? ['quorum none']
        : [`group all-witnesses ${quorum} ${names.join(' ')}`, 'quorum all-witnesses']),
    ];
    return { policy: `${lines.join('\n')}\n`, keysBeforeLog };
  }
}

interface Conditions {
  /** How many witnesses count, and how many of them must have cosigned. */
  readonly witnesses: number;
  readonly quorum: number;
  readonly keysBeforeLog: readonly string[];
}
