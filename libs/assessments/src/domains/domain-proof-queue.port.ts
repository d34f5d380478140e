import { type DomainProblem, type MissingRecord } from '@governance/iam';
import { type Certification } from '../certification/certification';
import { type ProofWay, type ProvenDomain } from './domain-proof';

/** A domain whose check is due, held by the worker that holds its job. */
export interface DueProof extends MissingRecord {
  readonly resultId: string;
  readonly name: string;
  readonly challenge: string;
  readonly expiresAt: Date;
  /** Since when it is due, which tells the request from later ones. */
  readonly dueAt: Date;
  /** Of its job. */
  readonly lease: string;
  /** When the link of a mail was confirmed. */
  readonly confirmedAt?: Date;
  readonly proven?: { readonly at: Date; readonly way: ProofWay; readonly until?: Date };
}

/** A proven domain with the credential that shows it. */
export interface CertifiedDomain extends ProvenDomain {
  readonly way: ProofWay;
  readonly certification: Certification;
  /** When it is checked again. */
  readonly dueAt: Date;
  /** Of a proof by mail. */
  readonly until?: Date;
}

/**
 * The worker's side of the domains. All methods but `find` do nothing and return false when the lease is lost, or the holder has
 * changed the request.
 */
export abstract class DomainProofQueue {
  /** The domain of a job; undefined if its check is no longer due. */
  abstract find(
    job: { readonly key: string; readonly lease: string },
    now: Date,
  ): Promise<DueProof | undefined>;

  /** Stores the credential with the domain. An earlier one is withdrawn, and a stored PDF is made again. */
  abstract prove(due: DueProof, certified: CertifiedDomain): Promise<boolean>;

  /** The domain is not proven: the holder learns why, and nothing is due. */
  abstract refuse(due: DueProof, problem: DomainProblem): Promise<boolean>;

  /** The proof stays, with what is known of its record. */
  abstract keep(due: DueProof, known: MissingRecord & { readonly dueAt: Date }): Promise<boolean>;

  /** Queues another mail to the mailbox that confirmed the last one. Its link works until the proof ends. */
  abstract askAgain(due: DueProof, now: Date): Promise<boolean>;

  /** Ends the proof and withdraws its credential. The certificate stays, without the domain. */
  abstract end(due: DueProof, now: Date): Promise<boolean>;
}
