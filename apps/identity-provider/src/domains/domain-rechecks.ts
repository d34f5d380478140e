import { Job } from '@governance/deliveries';
import { proofAfterAnswer, recordAnswer, type RecordAnswer, TxtResolver } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { type ProvenDomain, ProvenDomainsStore } from './proven-domains.store';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const lookupsAtOnce = 8;

/** Checks every proven domain once a day (ADR 39). */
@Injectable()
export class DomainRechecks extends Job {
  readonly queue = 'identity/domain-rechecks';
  override readonly leaseMs = hourMs;
  override readonly longestRetryMs = hourMs;
  override readonly everyMs = 10 * minuteMs;
  private readonly logger = new Logger('Domains');

  constructor(
    private readonly domains: ProvenDomainsStore,
    private readonly resolver: TxtResolver,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Checks every domain that is due. */
  async run(_job: unknown, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = await this.domains.due(this.clock.now(), lookupsAtOnce);
      if (due.length === 0) return;
      const answered = due.map(async (domain) => ({
        domain,
        answer: await recordAnswer(this.resolver, domain),
      }));
      // One after another, so that the checks hold one connection of the pool.
      for (const { domain, answer } of await Promise.all(answered)) await this.record(domain, answer);
    }
  }

  private async record(domain: ProvenDomain, answer: RecordAnswer): Promise<void> {
    const now = this.clock.now();
    const proof = proofAfterAnswer(domain, answer, now);
    // Removed, proven anew or checked by a worker that took over in the meantime.
    if (!(await this.domains.record(domain, proof, now))) return;
    const { orgId: organization, name, missingSince } = domain;
    if (proof.kind === 'lapsed') {
      this.logger.warn({ msg: 'the proof of a domain ended', organization, domain: name, missingSince });
    } else if (answer === 'missing' && missingSince === null) {
      this.logger.warn({ msg: 'the record of a proven domain is missing', organization, domain: name });
    }
  }
}
