import { Clock, PersonalDataStore, retentionDates } from '@governance/assessments';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { RetentionSettings } from './retention.settings';

const hourMs = 60 * 60 * 1000;

/** Removes what has been kept long enough: at the start of a worker and every hour. Several workers do no harm. */
@Injectable()
export class RetentionJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Retention');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: PersonalDataStore,
    private readonly clock: Clock,
    private readonly settings: RetentionSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.start();
    this.timer = setInterval(() => {
      this.start();
    }, hourMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Never rejects: what fails now is removed an hour later. */
  async run(): Promise<void> {
    try {
      const removed = await this.store.removeOld(
        retentionDates(this.clock.now(), this.settings.personalDataDays),
      );
      if (removed.results + removed.deliveries > 0) this.logger.log({ msg: 'removed', ...removed });
    } catch (error) {
      this.logger.error({ msg: 'nothing was removed this time', err: error });
    }
  }

  private start(): void {
    this.running = this.running.then(() => this.run());
  }
}
