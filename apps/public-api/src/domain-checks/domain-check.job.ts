import { DomainProver } from '@governance/assessments';
import { RepeatedJob } from '@governance/runtime';
import { Injectable } from '@nestjs/common';

/** Holders wait for a check. */
const pollMs = 1_000;
const longestRetryMs = 60_000;

/** Proves the domains that holders ask for, and checks proven ones again, from start to shutdown. */
@Injectable()
export class DomainCheckJob extends RepeatedJob {
  constructor(private readonly prover: DomainProver) {
    super({
      name: 'CertificateDomains',
      failure: 'domains of certificates were not checked',
      level: 'error',
      pauseMs: pollMs,
      retryMs: pollMs,
      longestRetryMs,
    });
  }

  protected async run(): Promise<void> {
    while (!this.signal.aborted && (await this.prover.checkDue()) > 0);
  }
}
