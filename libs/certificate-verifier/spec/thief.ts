import {
  type CertificateEvent,
  entryOfEvent,
  MemoryLog,
  newEd25519Key,
  type Random,
} from '@governance/testing';
import { type NoteSigner } from '@governance/transparency';
import { type ResultData } from '../src/check-result-data';
import { logMinute, logProofExtra } from '../src/log-entry';
import { type VerificationInput } from '../src/verification-input';
import { type Claims, type Layout, resultOf } from './small-issuer';
import { type WatchedCertificate, type WatchedEvent, type WatchedLog } from './watched-log';

export interface Forgery {
  readonly certificate: VerificationInput['certificate'];
  readonly result: ResultData;
  /** The entry in which the witnessed log has this very certificate. */
  readonly logged?: WatchedEvent;
}

/** What a file has of a log. */
export interface Proof {
  readonly logEntry: number;
  readonly proof: string;
}

/** A certificate that was issued and withdrawn honestly. */
export interface Withdrawal {
  readonly issued: WatchedCertificate;
  readonly withdrawal: WatchedEvent;
}

/** When a thief begins, and the longest that a certificate of a thief is dated back: it is not due for renewal. */
export const stolenAt = new Date('2026-11-29T09:00:00Z');
const dayMs = 86_400_000;
const daysBack = 300;

/** Has the key of the issuer, the key of its log, its database and the key of the first witness. */
export class Thief {
  constructor(
    readonly watched: WatchedLog,
    readonly random: Random,
    private readonly certificates: readonly WatchedCertificate[],
    private readonly withdrawals: readonly Withdrawal[],
  ) {}

  genuine(): WatchedCertificate {
    return this.random.pick(this.certificates);
  }

  withdrawn(): Withdrawal {
    return this.random.pick(this.withdrawals);
  }

  claims(more: Partial<Claims> = {}): Claims {
    const claims = {
      id: this.id(),
      issuedAt: stolenAt,
      overallScore: this.random.between(0, 100),
      statusIndex: this.random.between(0, 99_999),
    };
    return { ...claims, ...more };
  }

  past(): Date {
    return new Date(stolenAt.getTime() - this.random.between(2 * dayMs, daysBack * dayMs));
  }

  event(claims: Claims, credential: string, at = stolenAt): CertificateEvent {
    return { kind: 'issued', id: claims.id, credential, salt: this.salt(), at };
  }

  salt(): Uint8Array {
    return Uint8Array.from({ length: 16 }, () => this.random.between(0, 255));
  }

  /** A sealed file with these claims. */
  file(
    claims: Claims,
    { logEntry, proof, layout = 5 }: Partial<Proof> & { readonly layout?: Layout },
    credential = this.watched.issuer.credential(claims),
  ): Forgery {
    const result = resultOf(claims, layout, logEntry);
    return { certificate: { pdf: this.watched.issuer.pdf({ credential, result, proof }) }, result };
  }

  /** The file of a genuine certificate, with another proof. */
  reissued({ claims, credential, index }: WatchedCertificate, proof: string, logEntry = index): Forgery {
    return this.file(claims, { logEntry, proof }, credential);
  }

  /** A new certificate in a tree of its own: the log's until some entry, then other ones. Signed with the log's key. */
  async inOwnTree(
    cosigners: readonly NoteSigner[] = [],
    change: (proof: string) => string = (proof) => proof,
  ): Promise<Forgery> {
    const claims = this.claims({ issuedAt: this.past() });
    const credential = this.watched.issuer.credential(claims);
    const event = this.event(claims, credential, claims.issuedAt);
    const { logEntry, proof } = await this.ownTree(event, cosigners);
    return this.file(claims, { logEntry, proof: change(proof) }, credential);
  }

  /** A new certificate in a log of the thief's own key. */
  async inOtherLog(origin: string): Promise<Forgery> {
    const claims = this.claims();
    const credential = this.watched.issuer.credential(claims);
    const proof = await this.ownTree(this.event(claims, credential), [], newEd25519Key(origin));
    return this.file(claims, proof, credential);
  }

  /** A new certificate that the real log takes, before all witnesses. */
  async entered(claims: Claims): Promise<Forgery> {
    const logged = await this.watched.issue(claims, { salt: this.salt(), at: stolenAt });
    return { ...this.reissued(logged, logged.proof), logged };
  }

  private async ownTree(
    event: CertificateEvent,
    cosigners: readonly NoteSigner[],
    key = this.watched.parts.log.key,
  ): Promise<Proof> {
    const { entries } = this.watched;
    const log = new MemoryLog(key);
    for (const entry of entries.slice(0, this.random.between(0, Math.min(entries.length, 16))))
      log.append(entry);
    const logEntry = log.append(entryOfEvent(event));
    for (let more = this.random.between(0, 3); more > 0; more -= 1) log.append(`another ${more}`);
    const checkpoint = await log.checkpoint(cosigners);
    const extra = logProofExtra({ salt: event.salt, minute: logMinute(event.at) });
    return { logEntry, proof: await log.proof(logEntry, checkpoint, extra) };
  }

  private id(): string {
    const digits = Array.from({ length: 32 }, () => this.random.between(0, 15).toString(16)).join('');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
}
