import { type CertificateEvent, entryOfEvent, TestCertificateLog } from '@governance/testing';
import { cosigner, type NoteSigner } from '@governance/transparency';
import { logMinute, logProofExtra } from '../src/log-entry';
import { type LogTrust } from '../src/log-trust';
import { type Claims, publicBaseUrl, SmallIssuer } from './small-issuer';

/** An event that the log has, and when each of its witnesses saw it, in seconds since 1970. */
export interface WatchedEvent {
  readonly event: CertificateEvent;
  readonly index: number;
  readonly proof: string;
  readonly seenAt: readonly number[];
}

/** A certificate that was issued honestly. */
export interface WatchedCertificate extends WatchedEvent {
  readonly claims: Claims;
  readonly credential: string;
}

/** How many of the first witnesses a verifier wants: all of two, or two of three. */
export type Quorum = '2 of 2' | '2 of 3';

/** The three witnesses see the entries in different orders. */
const delays = [
  [1, 4, 7],
  [7, 4, 1],
] as const;

export function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** An issuer whose log three honest witnesses watch, until its keys, its database and the first witness are stolen. */
export class WatchedLog {
  readonly issuer = new SmallIssuer('current');
  readonly parts = new TestCertificateLog(publicBaseUrl, 3);
  /** The bytes of each entry. */
  readonly entries: string[] = [];

  trust(quorum: Quorum): LogTrust {
    const watched = this.parts.trust({ quorum: 2, witnesses: quorum === '2 of 2' ? 2 : 3 });
    return { ...watched, source: 'file' };
  }

  async add(event: CertificateEvent): Promise<WatchedEvent> {
    const { log, witnesses } = this.parts;
    const entry = entryOfEvent(event);
    this.entries.push(entry);
    const index = log.append(entry);
    const seenAt = (delays[index % 2] ?? delays[0]).map((delay) => seconds(event.at) + delay);
    const checkpoint = await log.checkpoint(
      witnesses.map((key, place) => cosigner(key, { sign: key.sign, time: seenAt[place] ?? 0 })),
    );
    const extra = logProofExtra({ salt: event.salt, minute: logMinute(event.at) });
    return { event, index, proof: await log.proof(index, checkpoint, extra), seenAt };
  }

  async issue(
    claims: Claims,
    { salt, at }: { readonly salt: Uint8Array; readonly at: Date },
  ): Promise<WatchedCertificate> {
    const credential = this.issuer.credential(claims);
    const event = { kind: 'issued', id: claims.id, credential, salt, at } as const;
    return { ...(await this.add(event)), claims, credential };
  }

  /** The first witness, which cosigns any tree at any time. */
  stolenWitness(time: number): NoteSigner {
    const [key] = this.parts.witnesses;
    if (!key) throw new Error('there is no witness');
    return cosigner(key, { sign: key.sign, time });
  }
}

/** The earliest time at which an entry was witnessed, by the witnesses that were not stolen. */
export function sufficientAt(
  [first = 0, second = 0, third = 0]: readonly number[],
  quorum: Quorum,
  isFirstStolen: boolean,
): number {
  if (quorum === '2 of 2') return isFirstStolen ? second : Math.max(first, second);
  const times = isFirstStolen ? [0, second, third] : [first, second, third];
  return times.toSorted((one, other) => one - other)[1] ?? 0;
}
