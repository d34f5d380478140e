import { Clock } from '@governance/kernel';
import { BackgroundJob, type Repetition } from '@governance/runtime';
import { CredentialHousekeeping } from '@governance/iam';
import { Injectable, Logger } from '@nestjs/common';
import { ReconcilerMetrics, type ReconcilerTask } from './reconciler-metrics';
import { ReconcilerSettings } from './reconciler-settings';
import { UnfinishedChanges } from './unfinished-changes';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Settles the changes left by crashes and deletes leftovers, from start to shutdown. Several may run at once. */
@Injectable()
export class ReconcilerWorker extends BackgroundJob {
  protected readonly logger = new Logger('Reconciler');

  constructor(
    private readonly changes: UnfinishedChanges,
    private readonly housekeeping: CredentialHousekeeping,
    private readonly metrics: ReconcilerMetrics,
    private readonly clock: Clock,
    private readonly settings: ReconcilerSettings,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    const pauseMs = this.settings.pauseSeconds * 1_000;
    return [
      this.counted('settle', {
        task: () => this.settle(),
        pauseMs,
        retryMs: pauseMs,
        longestRetryMs: minuteMs,
      }),
      this.counted('tidy', {
        task: () => this.tidy(),
        pauseMs: hourMs,
        retryMs: minuteMs,
        longestRetryMs: hourMs,
      }),
    ];
  }

  /** Settles every due change. One that fails is due again when its lease ends, after the others. */
  async settle(): Promise<void> {
    while (!this.signal.aborted) {
      const settled = await this.changes.settleNext();
      if (settled === undefined) return;
      this.metrics.settled(settled);
      this.logger.log({ msg: 'unfinished change settled', ...settled });
    }
  }

  async tidy(): Promise<void> {
    const orphans = await this.changes.deleteOrphans();
    this.metrics.orphansDeleted(orphans);
    if (orphans > 0) this.logger.log({ msg: 'orphan clients deleted', clients: orphans });
    const { managedIssuer: issuer } = this.settings;
    const removed = await this.housekeeping.removeOld({ now: this.clock.now(), issuer });
    if (Object.values(removed).some((rows: number) => rows > 0))
      this.logger.log({ msg: 'removed', ...removed });
  }

  private counted(name: ReconcilerTask, repetition: Omit<Repetition, 'onFailure'>): Repetition {
    return {
      ...repetition,
      task: async () => {
        await repetition.task();
        this.metrics.succeeded(name);
      },
      onFailure: (error) => {
        this.metrics.failed(name);
        this.logger.warn({ msg: 'reconciler run failed', task: name, err: error });
      },
    };
  }
}
