import { SessionEndIntake } from '@governance/auth-guards';
import { Global, Module } from '@nestjs/common';
import { RecordedSessionEnds } from './recorded-session-ends';
import { SessionEndRecorder } from './session-end-recorder';

/** For the guard of the whole program. */
@Global()
@Module({
  providers: [SessionEndRecorder, { provide: SessionEndIntake, useClass: RecordedSessionEnds }],
  exports: [SessionEndIntake],
})
export class SessionEndsModule {}
