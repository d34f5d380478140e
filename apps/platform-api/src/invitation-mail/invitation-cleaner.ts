import { Clock } from '@governance/kernel';
import { hourly, RepeatedJob } from '@governance/runtime';
import { InvitationHousekeeping } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { InvitationRetention } from './invitation-retention';

const dayMs = 24 * 60 * 60_000;

/** Removes invitations with their addresses, some days after their expiry, from start to shutdown. Several may run at once. */
@Injectable()
export class InvitationCleaner extends RepeatedJob {
  constructor(
    private readonly housekeeping: InvitationHousekeeping,
    private readonly clock: Clock,
    private readonly retention: InvitationRetention,
  ) {
    super({ name: 'InvitationCleaner', failure: 'removal of expired invitations failed', ...hourly });
  }

  protected async run(): Promise<void> {
    const until = new Date(this.clock.now().getTime() - this.retention.days * dayMs);
    const invitations = await this.housekeeping.removeExpired(until);
    if (invitations > 0) this.logger.log({ msg: 'expired invitations removed', invitations });
  }
}
