import { Logger } from '@nestjs/common';
import { BackgroundJob, type LoggedRepetition } from './background-job';
import { type Repetition } from './repeat';

export abstract class RepeatedJob extends BackgroundJob {
  protected readonly logger: Logger;

  constructor(private readonly repeated: Omit<LoggedRepetition, 'task'> & { readonly name: string }) {
    super();
    this.logger = new Logger(repeated.name);
  }

  protected abstract run(): Promise<void>;

  protected repetitions(): readonly Repetition[] {
    return [this.logged({ task: () => this.run(), ...this.repeated })];
  }
}
