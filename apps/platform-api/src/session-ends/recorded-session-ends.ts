import { SessionEndIntake } from '@governance/auth-guards';
import { IdentityProviderUnavailable } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { SessionEndRecorder } from './session-end-recorder';

/** A request waits no longer for the provider. */
const patienceMs = 1_000;

/** Asks the provider before a token counts, so that a new password stops the next write, not only the worker's next round. */
@Injectable()
export class RecordedSessionEnds extends SessionEndIntake {
  constructor(private readonly recorder: SessionEndRecorder) {
    super();
  }

  override async takeIn(): Promise<void> {
    const recorded = this.recorder.recordAll().catch((error: unknown) => {
      if (!(error instanceof IdentityProviderUnavailable)) throw error;
    });
    await Promise.race([recorded, delay(patienceMs, undefined, { ref: false })]);
  }
}
