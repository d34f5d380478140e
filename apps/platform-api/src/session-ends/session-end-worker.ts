import { RepeatedJob } from '@governance/runtime';
import { Injectable } from '@nestjs/common';
import { SessionEndRecorder } from './session-end-recorder';

const secondMs = 1_000;
const pauses = { pauseMs: 5 * secondMs, retryMs: 5 * secondMs, longestRetryMs: 60 * secondMs };

/** Records ended sessions also while their users send no request: the site still shows who is signed in. */
@Injectable()
export class SessionEndWorker extends RepeatedJob {
  constructor(private readonly recorder: SessionEndRecorder) {
    super({ name: 'SessionEnds', failure: 'ended sessions were not recorded', ...pauses });
  }

  protected run(): Promise<void> {
    return this.recorder.recordAll();
  }
}
