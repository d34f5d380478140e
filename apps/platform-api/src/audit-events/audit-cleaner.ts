import { Clock } from '@governance/kernel';
import { hourly, RepeatedJob } from '@governance/runtime';
import { AuditHousekeeping } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { AuditRetention } from './audit-retention';

const dayMs = 24 * 60 * 60_000;

/** Removes audit events after their retention period, from start to shutdown. Several may run at once. */
@Injectable()
export class AuditCleaner extends RepeatedJob {
  constructor(
    private readonly housekeeping: AuditHousekeeping,
    private readonly clock: Clock,
    private readonly retention: AuditRetention,
  ) {
    super({ name: 'AuditCleaner', failure: 'removal of old audit events failed', ...hourly });
  }

  protected async run(): Promise<void> {
    const lastDay = this.clock.now().getTime() - this.retention.days * dayMs;
    const events = await this.housekeeping.removeUntil(new Date(lastDay));
    if (events > 0) this.logger.log({ msg: 'old audit events removed', events });
  }
}
