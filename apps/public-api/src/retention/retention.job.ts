import { PersonalDataStore, retentionDates } from '@governance/assessments';
import { HourlyJob } from '@governance/deliveries';
import { Clock } from '@governance/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { RetentionSettings } from './retention-settings';

/** Removes expired data. */
@Injectable()
export class RetentionJob extends HourlyJob {
  private readonly logger = new Logger('Retention');

  constructor(
    private readonly store: PersonalDataStore,
    private readonly clock: Clock,
    private readonly settings: RetentionSettings,
  ) {
    super('public/retention');
  }

  async run(): Promise<void> {
    const dates = retentionDates(this.clock.now(), this.settings.personalDataDays);
    const removed = await this.store.removeOld(dates);
    if (removed.results + removed.deliveries > 0) this.logger.log({ msg: 'removed', ...removed });
  }
}
