import { Clock } from '@governance/kernel';
import { PersonalDataStore, retentionDates } from '@governance/assessments';
import { hourly, RepeatedJob } from '@governance/runtime';
import { Injectable } from '@nestjs/common';
import { RetentionSettings } from './retention-settings';

/** Removes expired data at the start of a worker and every hour. Several workers may run it at once. */
@Injectable()
export class RetentionJob extends RepeatedJob {
  constructor(
    private readonly store: PersonalDataStore,
    private readonly clock: Clock,
    private readonly settings: RetentionSettings,
  ) {
    super({ name: 'Retention', failure: 'retention run failed', level: 'error', ...hourly });
  }

  protected async run(): Promise<void> {
    const dates = retentionDates(this.clock.now(), this.settings.personalDataDays);
    const removed = await this.store.removeOld(dates);
    if (removed.results + removed.deliveries > 0) this.logger.log({ msg: 'removed', ...removed });
  }
}
