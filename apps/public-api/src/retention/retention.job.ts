import { Clock } from '@governance/kernel';
import { PersonalDataStore, retentionDates } from '@governance/assessments';
import { BackgroundJob, type Repetition } from '@governance/runtime';
import { Injectable, Logger } from '@nestjs/common';
import { RetentionSettings } from './retention-settings';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Removes expired data at the start of a worker and every hour. Several workers may run it at once. */
@Injectable()
export class RetentionJob extends BackgroundJob {
  private readonly logger = new Logger('Retention');

  constructor(
    private readonly store: PersonalDataStore,
    private readonly clock: Clock,
    private readonly settings: RetentionSettings,
  ) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      {
        task: () => this.remove(),
        onFailure: (error) => {
          this.logger.error({ msg: 'retention run failed', err: error });
        },
        pauseMs: hourMs,
        retryMs: minuteMs,
        longestRetryMs: hourMs,
      },
    ];
  }

  private async remove(): Promise<void> {
    const dates = retentionDates(this.clock.now(), this.settings.personalDataDays);
    const removed = await this.store.removeOld(dates);
    if (removed.results + removed.deliveries > 0) this.logger.log({ msg: 'removed', ...removed });
  }
}
