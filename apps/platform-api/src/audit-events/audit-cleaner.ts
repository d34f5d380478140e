import { Clock } from '@governance/kernel';
import { HourlyJob } from '@governance/deliveries';
import { AuditHousekeeping } from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';
import { AuditRetention } from './audit-retention';

const dayMs = 24 * 60 * 60_000;

/** Removes audit events after their retention period. */
@Injectable()
export class AuditCleaner extends HourlyJob {
  private readonly logger = new Logger('AuditCleaner');

  constructor(
    private readonly housekeeping: AuditHousekeeping,
    private readonly clock: Clock,
    private readonly retention: AuditRetention,
  ) {
    super('platform/old-audit-events');
  }

  async run(): Promise<void> {
    const lastDay = this.clock.now().getTime() - this.retention.days * dayMs;
    const events = await this.housekeeping.removeUntil(new Date(lastDay));
    if (events > 0) this.logger.log({ msg: 'old audit events removed', events });
  }
}
