import { type JobBacklog, type JobOutcome, jobOutcomes, type JobQueue } from '@governance/deliveries';
import { type Clock } from '@governance/kernel';
import { Counter, Gauge, type Registry } from 'prom-client';

interface JobMetricsParts {
  readonly registry: Registry;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly queues: readonly string[];
}

/** The metrics of a program's jobs. No label identifies what a job is about. */
export class JobMetrics {
  private readonly runs: Counter;
  private measuring: Promise<readonly JobBacklog[]> | undefined;

  constructor(private readonly parts: JobMetricsParts) {
    const { registry, clock, queues } = parts;
    this.runs = new Counter({
      name: 'jobs_total',
      help: 'Runs of background jobs by queue and outcome; a failed job is repeated',
      labelNames: ['queue', 'outcome'],
      registers: [registry],
    });
    for (const name of queues) for (const outcome of jobOutcomes) this.runs.inc({ queue: name, outcome }, 0);
    this.gauge('jobs_due', 'Due jobs that no worker holds; equal in every worker', ({ due }) => due);
    this.gauge('jobs_failing', 'Jobs whose last run failed; equal in every worker', ({ failing }) => failing);
    const help = 'Time for which the oldest due job has waited; 0 if there is none';
    this.gauge('jobs_oldest_due_age_seconds', help, ({ dueSince }) =>
      dueSince === undefined ? 0 : (clock.now().getTime() - dueSince.getTime()) / 1000,
    );
  }

  ran(queue: string, outcome: JobOutcome): void {
    this.runs.inc({ queue, outcome });
  }

  private gauge(name: string, help: string, valueOf: (backlog: JobBacklog) => number): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [this.parts.registry],
      collect: async () => {
        const measured = await this.measure();
        for (const queue of this.parts.queues) {
          const backlog = measured.find((one) => one.queue === queue);
          // NaN, not 0, while the database is unavailable.
          gauge.set({ queue }, backlog === undefined ? Number.NaN : valueOf(backlog));
        }
      },
    });
  }

  /** One query for all gauges at each scrape. */
  private measure(): Promise<readonly JobBacklog[]> {
    const { queue, queues, clock } = this.parts;
    this.measuring ??= queue
      .measure(queues, clock.now())
      .catch(() => [])
      .finally(() => (this.measuring = undefined));
    return this.measuring;
  }
}
