export { loggedPath } from './logging/logged-path';
export { NestLog } from './logging/nest-log';
export { type ProgramLog, createProgramLog, type LogLevel } from './logging/program-log';
export { HttpMetrics } from './metrics/http-metrics';
export { Connections } from './server/connections';
export { type MalformedRequest, refuseMalformed } from './server/refuse-malformed';
export {
  acceptBacklog,
  programTimeLimits,
  type TimeLimits,
  timeLimits,
  uploadGraceMs,
} from './server/time-limits';
export { ProgramModule } from './program.module';
export { Readiness } from './management/readiness.port';
export { createWorker, type WorkerOptions } from './create-worker';
export { ManagementModule, type ManagementOptions } from './management/management.module';
export { ManagementServer } from './management/management-server';
export { BackgroundJob, hourly } from './background-job';
export { DnsTxtResolver } from './dns/dns-txt-resolver';
export { LateNotes } from './late-notes';
export { type Repetition } from './repeat';
export { RepeatedJob } from './repeated-job';
export { operate, type OperatorCall } from './operate';
export { type RequestContext, requestContext, type RequestedWrite } from './request-context';
export { runCommand, runProgram } from './run-program';
export { StartRefused } from './start-refused';
export { type RunningProgram } from './stop-on-signal';
export { checkEd25519 } from './ed25519';
export { readBody } from './read-body';
export { SystemClock } from './system-clock';
export { withModule } from './with-module';
export { deliveryWorkerProviders } from './delivery/delivery-worker.providers';
export {
  certificateBudgetSettings,
  certificateLimitsOf,
  invitationBudgetSettings,
  invitationLimitsOf,
} from './delivery/email-budget-settings';
export { jobWorkerProviders } from './jobs/job-worker.providers';
