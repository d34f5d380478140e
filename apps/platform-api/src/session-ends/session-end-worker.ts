import { BackgroundJob, type Repetition } from '@governance/runtime';
import { Injectable, Logger } from '@nestjs/common';
import { SessionEndRecorder } from './session-end-recorder';

const secondMs = 1_000;

/** Records ended sessions also while their users send no request: the site still shows who is signed in. */
@Injectable()
export class SessionEndWorker extends BackgroundJob {
  protected readonly logger = new Logger('SessionEnds');

  constructor(private readonly recorder: SessionEndRecorder) {
    super();
  }

  protected repetitions(): readonly Repetition[] {
    return [
      this.logged({
        task: () => this.recorder.recordAll(),
        failure: 'ended sessions were not recorded',
        pauseMs: 5 * secondMs,
        retryMs: 5 * secondMs,
        longestRetryMs: 60 * secondMs,
      }),
    ];
  }
}
