import { proofAfterAnswer, recordAnswer, type RecordAnswer, TxtResolver } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { RepeatedJob } from '@governance/runtime';
import { Injectable } from '@nestjs/common';
import { type ProvenDomain, ProvenDomainsStore } from './proven-domains.store';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const pauseMs = 10 * minuteMs;
/** Lookups at once in a process. */
const atOnce = 8;

/** Checks every proven domain once a day (ADR 39). Each process of the provider runs it; a claim belongs to one of them. */
@Injectable()
export class DomainRechecks extends RepeatedJob {
  constructor(
    private readonly domains: ProvenDomainsStore,
    private readonly resolver: TxtResolver,
    private readonly clock: Clock,
  ) {
    super({
      name: 'Domains',
      failure: 'proven domains were not checked',
      pauseMs,
      retryMs: minuteMs,
      longestRetryMs: hourMs,
    });
  }

  /** Checks every domain that is due. A domain whose check does not end is due again when its claim ends. */
  async run(): Promise<void> {
    while (!this.signal.aborted) {
      const now = this.clock.now();
      const claimed = await this.domains.claimDue({
        now,
        until: new Date(now.getTime() + hourMs),
        most: atOnce,
      });
      if (claimed.length === 0) return;
      const answered = claimed.map(async (domain) => ({
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
    // Removed or proven anew in the meantime.
    if (!(await this.domains.record(domain, proof, now))) return;
    const { orgId: organization, name, missingSince } = domain;
    if (proof.kind === 'lapsed') {
      this.logger.warn({ msg: 'the proof of a domain ended', organization, domain: name, missingSince });
    } else if (answer === 'missing' && missingSince === null) {
      this.logger.warn({ msg: 'the record of a proven domain is missing', organization, domain: name });
    }
  }
}
