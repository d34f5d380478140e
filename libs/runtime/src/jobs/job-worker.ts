import { type Job, type JobQueue, type JobRunnerParts, JobRunner } from '@governance/deliveries';
import { type Clock } from '@governance/kernel';
import { inTrace } from '@governance/tracing';
import { type Registry } from 'prom-client';
import { RepeatedJob } from '../repeated-job';
import { JobMetrics } from './job-metrics';

const secondMs = 1_000;

export interface JobWorkerParts {
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly jobs: readonly Job[];
}

/** Runs the jobs of a program from startup to shutdown, also after the database was away. */
export class JobWorker extends RepeatedJob {
  private readonly runner: JobRunner;

  constructor({ queue, clock, registry, jobs }: JobWorkerParts) {
    const pauses = { pauseMs: secondMs, retryMs: secondMs, longestRetryMs: 30 * secondMs };
    super({ name: 'Jobs', failure: 'the job queue failed', level: 'error', ...pauses });
    const names = jobs.map((job) => job.queue);
    const metrics = new JobMetrics({ registry, queue, clock, queues: names });
    const report: JobRunnerParts['report'] = (outcome, details) => {
      metrics.ran(details.queue, outcome);
      if (outcome === 'failed') this.logger.warn({ msg: 'job', outcome, ...details });
    };
    const trace: JobRunnerParts['trace'] = (job, run) =>
      inTrace(job.traceparent, { name: `job ${job.queue}`, kind: 'CONSUMER' }, run);
    const parts = { queue, jobs, report, trace, now: () => clock.now(), random: Math.random };
    this.runner = new JobRunner(parts);
  }

  protected run(): Promise<void> {
    return this.runner.run(this.signal);
  }
}
