import { type DomainProblem } from '@governance/iam';
import { renewBy } from '../renewal';

/** How a domain was proven: by a TXT record, or by a link in a mail to the domain. */
export type ProofWay = 'dns' | 'mail';

/** The mailboxes that only those who control a domain read (RFC 2142, and the rules of certificate authorities). */
export const proofMailboxes = ['postmaster', 'admin', 'hostmaster'] as const;
export type ProofMailbox = (typeof proofMailboxes)[number];

/** A domain that the holder of a result controlled at a time. It names an organization, not a person. */
export interface ProvenDomain {
  /** In canonical form. */
  readonly name: string;
  readonly provenAt: Date;
}

/** What the holder of a result has asked for, and what became of it. One domain per result. */
export interface DomainProof {
  readonly resultId: string;
  readonly name: string;
  /** The text of the TXT record. The link of a mail derives from it, too. */
  readonly challenge: string;
  /** Until then the challenge can prove the domain. */
  readonly expiresAt: Date;
  /** The worker has yet to look the record up, or to sign. */
  readonly isChecking: boolean;
  /** The outcome of the last check, while it is not proven. */
  readonly problem?: DomainProblem;
  readonly proven?: ProvenDomain & {
    readonly way: ProofWay;
    /** Of a proof by mail: when it ends unless a new mail is confirmed. */
    readonly until?: Date;
    /** Of a proof by DNS: since when the record is missing. */
    readonly missingSince?: Date;
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** So long before the end of a proof by mail, the domain is asked again. */
const askDays = 30;

/** The dates of a proof by mail, which nothing but another mail can check. */
export interface MailProofDates {
  /** When another mail is sent, whose link works until the end. */
  readonly askAt: Date;
  readonly endsAt: Date;
}

/**
 * A proof by mail ends when the result should be renewed, so that no certificate shows it longer unchecked. One that would end
 * within two months of its mail holds for twelve months.
 */
export function mailProofDates(issuedAt: Date, provenAt: Date): MailProofDates {
  const renewal = renewBy(issuedAt);
  const isSoon = renewal.getTime() - provenAt.getTime() < 2 * askDays * dayMs;
  const endsAt = isSoon ? renewBy(provenAt) : renewal;
  return { askAt: new Date(endsAt.getTime() - askDays * dayMs), endsAt };
}
