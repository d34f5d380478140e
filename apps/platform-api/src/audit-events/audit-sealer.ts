import { Clock } from '@governance/kernel';
import { BackgroundJob, type Repetition } from '@governance/runtime';
import { AuditTrees } from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Adds audit events to the trees of their organizations every day, from start to shutdown. Several may run at once. */
@Injectable()
export class AuditSealer extends BackgroundJob {
  private readonly logger = new Logger('AuditSealer');

  constructor(
    private readonly trees: AuditTrees,
    private readonly clock: Clock,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      {
        task: () => this.seal(),
        onFailure: (error) => {
          this.logger.warn({ msg: 'sealing of audit events failed', err: error });
        },
        pauseMs: hourMs,
        retryMs: minuteMs,
        longestRetryMs: hourMs,
      },
    ];
  }

  private async seal(): Promise<void> {
    const now = this.clock.now();
    const due = await this.trees.due(new Date(now.getTime() - dayMs));
    for (const orgId of due) {
      if (this.signal.aborted) return;
      await this.trees.seal(orgId, now);
    }
    if (due.length > 0) this.logger.log({ msg: 'audit events sealed', organizations: due.length });
  }
}
