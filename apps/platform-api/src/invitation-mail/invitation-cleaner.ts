import { Clock } from '@governance/kernel';
import { BackgroundJob, type Repetition } from '@governance/runtime';
import { InvitationHousekeeping } from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';
import { InvitationRetention } from './invitation-retention';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Removes invitations with their addresses, some days after their expiry, from start to shutdown. Several may run at once. */
@Injectable()
export class InvitationCleaner extends BackgroundJob {
  private readonly logger = new Logger('InvitationCleaner');

  constructor(
    private readonly housekeeping: InvitationHousekeeping,
    private readonly clock: Clock,
    private readonly retention: InvitationRetention,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      {
        task: () => this.clean(),
        onFailure: (error) => {
          this.logger.warn({ msg: 'removal of expired invitations failed', err: error });
        },
        pauseMs: hourMs,
        retryMs: minuteMs,
        longestRetryMs: hourMs,
      },
    ];
  }

  private async clean(): Promise<void> {
    const until = new Date(this.clock.now().getTime() - this.retention.days * dayMs);
    const invitations = await this.housekeeping.removeExpired(until);
    if (invitations > 0) this.logger.log({ msg: 'expired invitations removed', invitations });
  }
}
