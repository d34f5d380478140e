import { Certifier, StatusLists } from '@governance/assessments';
import { Clock } from '@governance/kernel';
import { RepeatedJob } from '@governance/runtime';
import { Injectable } from '@nestjs/common';

/**
 * How often to look for results without a credential. Submissions send no notification, because every notification takes a
 * lock that commits wait for.
 */
const pollMs = 1_000;

/** Certifies every result, mailed or not, and keeps the status lists current, from start to shutdown. */
@Injectable()
export class CertificationJob extends RepeatedJob {
  constructor(
    private readonly certifier: Certifier,
    private readonly statusLists: StatusLists,
    private readonly clock: Clock,
  ) {
    super({
      name: 'Certification',
      failure: 'certification run failed',
      level: 'error',
      pauseMs: pollMs,
      retryMs: pollMs,
      longestRetryMs: pollMs,
    });
  }

  /** Refreshes the status lists, and certifies all uncertified results: a certificate's list is published before it is. */
  protected async run(): Promise<void> {
    let certified: number;
    do {
      await this.statusLists.refresh(this.clock.now());
      certified = await this.certifier.certifyNext();
      if (certified > 0) this.logger.log({ msg: 'certified', results: certified });
    } while (certified > 0 && !this.signal.aborted);
  }
}
