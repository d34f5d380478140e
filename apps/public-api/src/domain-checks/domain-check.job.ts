import { DomainProver } from '@governance/assessments';
import { type ClaimedJob, Job } from '@governance/deliveries';
import { Injectable, Logger } from '@nestjs/common';
import { DomainProofMetrics } from './domain-proof-metrics';

/** Proves a domain that a holder asks for, or checks a proven one again. Its lease is longer than a lookup with its retries. */
@Injectable()
export class DomainCheckJob extends Job {
  readonly queue = 'public/certificate-domains';
  override readonly atOnce = 8;
  private readonly logger = new Logger('CertificateDomains');

  constructor(
    private readonly prover: DomainProver,
    private readonly metrics: DomainProofMetrics,
  ) {
    super();
  }

  async run(job: ClaimedJob): Promise<void> {
    const outcome = await this.prover.check(job);
    if (outcome === undefined) return;
    this.metrics.checked(outcome);
    this.logger.log({ msg: 'domain of a certificate checked', outcome });
  }
}
