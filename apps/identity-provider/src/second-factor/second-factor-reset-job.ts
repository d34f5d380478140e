import { RepeatedJob } from '@governance/runtime';
import { SecondFactorResetsStore } from './second-factor-resets.store';

const minuteMs = 60_000;

/** Completes the resets of second factors that are due. Each process runs it. */
export class SecondFactorResetJob extends RepeatedJob {
  private readonly resets: SecondFactorResetsStore;

  constructor(...parts: ConstructorParameters<typeof SecondFactorResetsStore>) {
    super({
      name: 'SecondFactorResets',
      failure: 'resets of second factors were not completed',
      pauseMs: minuteMs,
      retryMs: minuteMs,
      longestRetryMs: minuteMs,
    });
    this.resets = new SecondFactorResetsStore(...parts);
  }

  async run(): Promise<void> {
    for (const userId of await this.resets.completeDue(this.signal))
      this.logger.log({ msg: 'second factors removed', userId });
  }
}
