import { ConsoleSessionStore } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { BackgroundJob, hourly, type Repetition } from '@governance/runtime';
import { Injectable, Logger } from '@nestjs/common';

/** Removes console sessions that have ended, with their tokens, from start to shutdown. Several may run at once. */
@Injectable()
export class ConsoleSessionCleaner extends BackgroundJob {
  protected readonly logger = new Logger('ConsoleSessionCleaner');

  constructor(
    private readonly sessions: ConsoleSessionStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      this.logged({
        task: () => this.clean(),
        failure: 'removal of ended console sessions failed',
        ...hourly,
      }),
    ];
  }

  private async clean(): Promise<void> {
    const sessions = await this.sessions.removeEnded(this.clock.now());
    if (sessions > 0) this.logger.log({ msg: 'ended console sessions removed', sessions });
  }
}
