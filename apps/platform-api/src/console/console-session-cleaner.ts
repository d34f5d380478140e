import { ConsoleSessionStore } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { HourlyJob } from '@governance/deliveries';
import { Injectable, Logger } from '@nestjs/common';

/** Removes console sessions that have ended, with their tokens. */
@Injectable()
export class ConsoleSessionCleaner extends HourlyJob {
  private readonly logger = new Logger('ConsoleSessionCleaner');

  constructor(
    private readonly sessions: ConsoleSessionStore,
    private readonly clock: Clock,
  ) {
    super('platform/ended-console-sessions');
  }

  async run(): Promise<void> {
    const sessions = await this.sessions.removeEnded(this.clock.now());
    if (sessions > 0) this.logger.log({ msg: 'ended console sessions removed', sessions });
  }
}
