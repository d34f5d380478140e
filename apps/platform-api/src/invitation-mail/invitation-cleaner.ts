import { Clock } from '@governance/kernel';
import { InvitationHousekeeping } from '@governance/iam';
import { repeat } from '@governance/runtime';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Removes expired invitations, and the addresses in them, from start to shutdown. Any number of them may run. */
@Injectable()
export class InvitationCleaner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('InvitationCleaner');
  private readonly stop = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly housekeeping: InvitationHousekeeping,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.running = repeat(
      {
        task: () => this.clean(),
        onFailure: (error) => {
          this.logger.warn({ msg: 'expired invitations are removed later', err: error });
        },
        ...{ pauseMs: hourMs, retryMs: minuteMs, longestRetryMs: hourMs },
      },
      this.stop.signal,
    );
  }

  /** What is under way is finished first. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private async clean(): Promise<void> {
    const invitations = await this.housekeeping.removeExpired(this.clock.now());
    if (invitations > 0) this.logger.log({ msg: 'expired invitations are removed', invitations });
  }
}
