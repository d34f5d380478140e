import { Clock } from '@governance/kernel';
import { BackgroundJob, hourly, type Repetition } from '@governance/runtime';
import { AuditTrees } from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';

const requestsMs = 2_000;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Adds audit events to the trees of their organizations every day, and soon after a request, from start to shutdown. Several may
 * run at once.
 */
@Injectable()
export class AuditSealer extends BackgroundJob {
  protected readonly logger = new Logger('AuditSealer');

  constructor(
    private readonly trees: AuditTrees,
    private readonly clock: Clock,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    const failure = 'sealing of audit events failed';
    const soon = { pauseMs: requestsMs, retryMs: requestsMs, longestRetryMs: minuteMs };
    return [
      this.logged({ task: () => this.seal((dayAgo) => this.trees.due(dayAgo)), failure, ...hourly }),
      this.logged({ task: () => this.seal(() => this.trees.requested()), failure, ...soon }),
    ];
  }

  private async seal(find: (dayAgo: Date) => Promise<readonly string[]>): Promise<void> {
    const now = this.clock.now();
    const due = await find(new Date(now.getTime() - dayMs));
    for (const orgId of due) {
      if (this.signal.aborted) return;
      await this.trees.seal(orgId, now);
    }
    if (due.length > 0) this.logger.log({ msg: 'audit events sealed', organizations: due.length });
  }
}
