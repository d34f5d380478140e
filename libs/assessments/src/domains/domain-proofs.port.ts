import { type DomainProof, type ProofMailbox } from './domain-proof';

/** `unknown`: no such result. `withdrawn`: its certificate was withdrawn. `other_domain`: it shows another domain. */
export type ProofRequestOutcome = DomainProof | 'unknown' | 'withdrawn' | 'other_domain';

export interface ProofMailRequest {
  readonly mailbox: ProofMailbox;
  readonly deliveryId: string;
  /** The requesting client, for the email budgets. */
  readonly clientAddress: string;
  readonly now: Date;
}

/**
 * The domains that holders of results prove. Names and challenges are stored sealed until they are proven. Requests only read and
 * queue: the worker looks records up, sends mails and signs.
 */
export abstract class DomainProofs {
  abstract find(resultId: string): Promise<DomainProof | undefined>;

  /** Asks for a proof, with a challenge for `challengeDays`. Asking for the same domain again keeps a current challenge. */
  abstract ask(resultId: string, name: string, now: Date): Promise<ProofRequestOutcome>;

  /** Has the worker look up the record of a domain that is not proven yet. False if nothing was asked for. */
  abstract requestCheck(resultId: string, now: Date): Promise<boolean>;

  /** Queues a mail to the domain, with a new challenge if the last one has expired. False if nothing was asked for. */
  abstract requestMail(resultId: string, request: ProofMailRequest): Promise<boolean>;

  /** Records that the link of a mail was confirmed. False if the challenge is another one now, or has expired. */
  abstract confirm(proof: DomainProof, now: Date): Promise<boolean>;

  /** Ends the proof and forgets the request. The certificate stays, without the domain. Can be repeated. */
  abstract remove(resultId: string, now: Date): Promise<void>;
}
