import { type DomainProof, DomainProofs, type ProofMailbox } from '@governance/assessments';
import { RateLimits } from '@governance/deliveries';
import { checkDomainName } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ReadResultsService } from '../results/read-results.service';
import { unknownResult, withdrawnCertificate } from '../results/result-problems';
import { alreadyProven, nothingAsked, otherDomain, tooManyRequests } from './domain-proof-problems';

const hourMs = 60 * 60 * 1000;

/** Requests an hour. The email budgets apply to mails too. */
const limits = { ask: 20, check: 60, mail: 5 } as const;

/** The proofs of domains, for holders of results. A worker looks records up, sends mails and signs (ADR 44). */
@Injectable()
export class DomainProofsService {
  constructor(
    private readonly results: ReadResultsService,
    private readonly proofs: DomainProofs,
    private readonly rates: RateLimits,
    private readonly clock: Clock,
  ) {}

  /** Undefined when no domain was asked for. @throws Problem `not_found` */
  find(capability: string): Promise<DomainProof | undefined> {
    return this.proofs.find(this.results.idOf(capability));
  }

  /** @throws Problem, and RuleViolation for a name that no organization can own */
  async ask(capability: string, text: string, client: string): Promise<DomainProof> {
    const id = this.results.idOf(capability);
    const name = checkDomainName(text);
    await this.count(`domain ask ${client}`, limits.ask);
    const outcome = await this.proofs.ask(id, name, this.clock.now());
    switch (outcome) {
      case 'unknown':
        throw unknownResult();
      case 'withdrawn':
        throw withdrawnCertificate();
      case 'other_domain':
        throw otherDomain();
      default:
        return outcome;
    }
  }

  /** Looks the record up soon. */
  async requestCheck(capability: string): Promise<DomainProof> {
    const { resultId } = await this.asked(capability);
    await this.count(`domain check ${resultId}`, limits.check);
    if (!(await this.proofs.requestCheck(resultId, this.clock.now()))) throw nothingAsked();
    return this.asked(capability);
  }

  /** Sends the link to a mailbox of the domain. `client` is the caller's bucket. */
  async requestMail(capability: string, mailbox: ProofMailbox, client: string): Promise<DomainProof> {
    const { resultId, proven } = await this.asked(capability);
    if (proven?.way === 'dns') throw alreadyProven();
    await this.count(`domain mail ${resultId}`, limits.mail);
    const request = { mailbox, deliveryId: randomUUID(), clientAddress: client, now: this.clock.now() };
    if (!(await this.proofs.requestMail(resultId, request))) throw nothingAsked();
    return this.asked(capability);
  }

  async remove(capability: string): Promise<void> {
    await this.proofs.remove(this.results.idOf(capability), this.clock.now());
  }

  private async asked(capability: string): Promise<DomainProof> {
    const proof = await this.find(capability);
    if (!proof) throw nothingAsked();
    return proof;
  }

  private async count(key: string, limit: number): Promise<void> {
    const hit = { key, limit, windowMs: hourMs, now: this.clock.now() };
    await this.rates.hitOrRefuse(hit, tooManyRequests);
  }
}
