import { Clock } from '@governance/kernel';
import { BackgroundJob, hourly, type Repetition } from '@governance/runtime';
import { AuditHousekeeping } from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';
import { AuditRetention } from './audit-retention';

const dayMs = 24 * 60 * 60_000;

/** Removes audit events after their retention period, from start to shutdown. Several may run at once. */
@Injectable()
export class AuditCleaner extends BackgroundJob {
  protected readonly logger = new Logger('AuditCleaner');

  constructor(
    private readonly housekeeping: AuditHousekeeping,
    private readonly clock: Clock,
    private readonly retention: AuditRetention,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      this.logged({ task: () => this.clean(), failure: 'removal of old audit events failed', ...hourly }),
    ];
  }

  private async clean(): Promise<void> {
    const lastDay = this.clock.now().getTime() - this.retention.days * dayMs;
    const events = await this.housekeeping.removeUntil(new Date(lastDay));
    if (events > 0) this.logger.log({ msg: 'old audit events removed', events });
  }
}
