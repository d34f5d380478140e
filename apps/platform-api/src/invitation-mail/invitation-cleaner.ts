import { Clock } from '@governance/kernel';
import { BackgroundJob, hourly, type Repetition } from '@governance/runtime';
import { InvitationHousekeeping } from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';
import { InvitationRetention } from './invitation-retention';

const dayMs = 24 * 60 * 60_000;

/** Removes invitations with their addresses, some days after their expiry, from start to shutdown. Several may run at once. */
@Injectable()
export class InvitationCleaner extends BackgroundJob {
  protected readonly logger = new Logger('InvitationCleaner');

  constructor(
    private readonly housekeeping: InvitationHousekeeping,
    private readonly clock: Clock,
    private readonly retention: InvitationRetention,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      this.logged({ task: () => this.clean(), failure: 'removal of expired invitations failed', ...hourly }),
    ];
  }

  private async clean(): Promise<void> {
    const until = new Date(this.clock.now().getTime() - this.retention.days * dayMs);
    const invitations = await this.housekeeping.removeExpired(until);
    if (invitations > 0) this.logger.log({ msg: 'expired invitations removed', invitations });
  }
}
