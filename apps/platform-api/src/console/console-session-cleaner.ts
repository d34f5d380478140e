import { ConsoleSessionStore } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { BackgroundJob, type Repetition } from '@governance/runtime';
import { Injectable, Logger } from '@nestjs/common';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Removes console sessions that have ended, with their tokens, from start to shutdown. Several may run at once. */
@Injectable()
export class ConsoleSessionCleaner extends BackgroundJob {
  private readonly logger = new Logger('ConsoleSessionCleaner');

  constructor(
    private readonly sessions: ConsoleSessionStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      {
        task: () => this.clean(),
        onFailure: (error) => {
          this.logger.warn({ msg: 'removal of ended console sessions failed', err: error });
        },
        pauseMs: hourMs,
        retryMs: minuteMs,
        longestRetryMs: hourMs,
      },
    ];
  }

  private async clean(): Promise<void> {
    const sessions = await this.sessions.removeEnded(this.clock.now());
    if (sessions > 0) this.logger.log({ msg: 'ended console sessions removed', sessions });
  }
}
