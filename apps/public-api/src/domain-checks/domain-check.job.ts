import { DomainProver } from '@governance/assessments';
import { BackgroundJob, type Repetition } from '@governance/runtime';
import { Injectable, Logger } from '@nestjs/common';

/** Holders wait for a check. */
const pollMs = 1_000;
const longestRetryMs = 60_000;

/** Proves the domains that holders ask for, and checks proven ones again, from start to shutdown. */
@Injectable()
export class DomainCheckJob extends BackgroundJob {
  protected readonly logger = new Logger('CertificateDomains');

  constructor(private readonly prover: DomainProver) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      this.logged({
        task: () => this.checkAll(),
        failure: 'domains of certificates were not checked',
        level: 'error',
        pauseMs: pollMs,
        retryMs: pollMs,
        longestRetryMs,
      }),
    ];
  }

  private async checkAll(): Promise<void> {
    while (!this.signal.aborted && (await this.prover.checkDue()) > 0);
  }
}
