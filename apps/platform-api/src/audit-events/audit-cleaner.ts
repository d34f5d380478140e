import { Clock } from '@governance/kernel';
import { BackgroundJob, type Repetition } from '@governance/runtime';
import { AuditHousekeeping } from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';
import { AuditRetention } from './audit-retention';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Removes audit events after their retention period, from start to shutdown. Several may run at once. */
@Injectable()
export class AuditCleaner extends BackgroundJob {
  private readonly logger = new Logger('AuditCleaner');

  constructor(
    private readonly housekeeping: AuditHousekeeping,
    private readonly clock: Clock,
    private readonly retention: AuditRetention,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      {
        task: () => this.clean(),
        onFailure: (error) => {
          this.logger.warn({ msg: 'removal of old audit events failed', err: error });
        },
        pauseMs: hourMs,
        retryMs: minuteMs,
        longestRetryMs: hourMs,
      },
    ];
  }

  private async clean(): Promise<void> {
    const lastDay = this.clock.now().getTime() - this.retention.days * dayMs;
    const events = await this.housekeeping.removeUntil(new Date(lastDay));
    if (events > 0) this.logger.log({ msg: 'old audit events removed', events });
  }
}
