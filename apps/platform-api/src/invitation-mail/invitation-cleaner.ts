import { Clock } from '@governance/kernel';
import { HourlyJob } from '@governance/deliveries';
import { InvitationHousekeeping } from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';
import { InvitationRetention } from './invitation-retention';

const dayMs = 24 * 60 * 60_000;

/** Removes invitations with their addresses, some days after their expiry. */
@Injectable()
export class InvitationCleaner extends HourlyJob {
  private readonly logger = new Logger('InvitationCleaner');

  constructor(
    private readonly housekeeping: InvitationHousekeeping,
    private readonly clock: Clock,
    private readonly retention: InvitationRetention,
  ) {
    super('platform/expired-invitations');
  }

  async run(): Promise<void> {
    const until = new Date(this.clock.now().getTime() - this.retention.days * dayMs);
    const invitations = await this.housekeeping.removeExpired(until);
    if (invitations > 0) this.logger.log({ msg: 'expired invitations removed', invitations });
  }
}
