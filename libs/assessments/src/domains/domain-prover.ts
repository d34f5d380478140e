import { proofAfterAnswer, recordAnswer, recordProblem, type TxtResolver } from '@governance/iam';
import { type CertificationStore } from '../certification/certification-store.port';
import { type CredentialSigner } from '../certification/certification';
import { type ResultStore } from '../result-store.port';
import { type ProofWay, mailProofDates } from './domain-proof';
import { type DomainProofQueue, type DueProof } from './domain-proof-queue.port';

const dayMs = 24 * 60 * 60_000;

export const proofOutcomes = ['proven', 'refused', 'kept', 'asked', 'ended', 'lost'] as const;
export type ProofOutcome = (typeof proofOutcomes)[number];

export interface DomainProverParts {
  readonly queue: DomainProofQueue;
  readonly results: ResultStore;
  readonly certifications: CertificationStore;
  readonly signer: CredentialSigner;
  readonly resolver: TxtResolver;
  readonly now: () => Date;
}

/**
 * Proves the domains of holders, and checks proven ones again: records daily, by the rules of ADR 39; mails before they end (ADR 44).
 * Can be repeated, and run by several workers at once.
 */
export class DomainProver {
  constructor(private readonly parts: DomainProverParts) {}

  /** Checks the domain of a job; undefined if its check is no longer due. */
  async check(job: { readonly key: string; readonly lease: string }): Promise<ProofOutcome | undefined> {
    const due = await this.parts.queue.find(job, this.parts.now());
    if (!due) return undefined;
    // A confirmed mail proves a domain, and proves it again.
    if (due.confirmedAt !== undefined) return this.prove(due, 'mail');
    const { proven } = due;
    if (!proven) return this.lookUp(due);
    return proven.way === 'dns' ? this.lookUpAgain(due) : this.settleMail(due, proven.until);
  }

  private async lookUp(due: DueProof): Promise<ProofOutcome> {
    const { queue, resolver, now } = this.parts;
    const problem = due.expiresAt <= now() ? 'challenge_expired' : await recordProblem(resolver, due);
    if (problem === undefined) return this.prove(due, 'dns');
    return (await queue.refuse(due, problem)) ? 'refused' : 'lost';
  }

  private async lookUpAgain(due: DueProof): Promise<ProofOutcome> {
    const { queue, resolver, now } = this.parts;
    const proof = proofAfterAnswer(due, await recordAnswer(resolver, due), now());
    if (proof.kind === 'lapsed') return (await queue.end(due, now())) ? 'ended' : 'lost';
    return (await queue.keep(due, proof)) ? 'kept' : 'lost';
  }

  private async settleMail(due: DueProof, until: Date | undefined): Promise<ProofOutcome> {
    const { queue, now } = this.parts;
    if (until === undefined || until <= now()) return (await queue.end(due, now())) ? 'ended' : 'lost';
    return (await queue.askAgain(due, now())) ? 'asked' : 'lost';
  }

  private async prove(due: DueProof, way: ProofWay): Promise<ProofOutcome> {
    const { queue, results, certifications, signer, now } = this.parts;
    const result = await results.find(due.resultId);
    const verifiable = await results.findVerifiable(due.resultId);
    // A withdrawn certificate shows no domain.
    if (!result || verifiable?.withdrawal) return (await queue.end(due, now())) ? 'ended' : 'lost';
    const [status] = await certifications.takeStatusEntries(1);
    if (!status) throw new Error('there is no place in a status list');
    const domain = { name: due.name, provenAt: now() };
    const signed = await signer.sign({ ...result, domain }, status);
    const dates = mailProofDates(result.createdAt, domain.provenAt);
    const checks =
      way === 'mail'
        ? { dueAt: dates.askAt, until: dates.endsAt }
        : { dueAt: new Date(domain.provenAt.getTime() + dayMs) };
    const certification = { ...signed, status };
    return (await queue.prove(due, { ...domain, way, certification, ...checks })) ? 'proven' : 'lost';
  }
}
