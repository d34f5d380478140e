import { type Job, JobQueue } from '@governance/deliveries';
import { Clock } from '@governance/kernel';
import { type Provider, type Type } from '@nestjs/common';
import { Registry } from 'prom-client';
import { JobWorker } from './job-worker';

/** Runs jobs in a program that binds `JobQueue` and `Clock`, and has a management port for the metrics. */
export function jobWorkerProviders(jobs: readonly Type<Job>[]): Provider[] {
  return [
    ...jobs,
    {
      provide: JobWorker,
      inject: [JobQueue, Clock, Registry, ...jobs],
      useFactory: (...[queue, clock, registry, ...given]: [JobQueue, Clock, Registry, ...Job[]]) =>
        new JobWorker({ queue, clock, registry, jobs: given }),
    },
  ];
}
