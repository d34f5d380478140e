import { Clock } from '@governance/kernel';
import { PersonalDataStore, retentionDates } from '@governance/assessments';
import { repeat } from '@governance/runtime';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { RetentionSettings } from './retention.settings';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Removes what has been kept long enough: at the start of a worker and every hour. Several workers do no harm. */
@Injectable()
export class RetentionJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Retention');
  private readonly stop = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: PersonalDataStore,
    private readonly clock: Clock,
    private readonly settings: RetentionSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.running = repeat(
      {
        task: () => this.remove(),
        onFailure: (error) => {
          this.logger.error({ msg: 'nothing was removed this time', err: error });
        },
        ...{ pauseMs: hourMs, retryMs: minuteMs, longestRetryMs: hourMs },
      },
      this.stop.signal,
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private async remove(): Promise<void> {
    const dates = retentionDates(this.clock.now(), this.settings.personalDataDays);
    const removed = await this.store.removeOld(dates);
    if (removed.results + removed.deliveries > 0) this.logger.log({ msg: 'removed', ...removed });
  }
}
