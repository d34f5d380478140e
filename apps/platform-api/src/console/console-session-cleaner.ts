import { ConsoleSessionStore } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { hourly, RepeatedJob } from '@governance/runtime';
import { Injectable } from '@nestjs/common';

/** Removes console sessions that have ended, with their tokens, from start to shutdown. Several may run at once. */
@Injectable()
export class ConsoleSessionCleaner extends RepeatedJob {
  constructor(
    private readonly sessions: ConsoleSessionStore,
    private readonly clock: Clock,
  ) {
    super({ name: 'ConsoleSessionCleaner', failure: 'removal of ended console sessions failed', ...hourly });
  }

  protected async run(): Promise<void> {
    const sessions = await this.sessions.removeEnded(this.clock.now());
    if (sessions > 0) this.logger.log({ msg: 'ended console sessions removed', sessions });
  }
}
