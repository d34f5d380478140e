import { Clock } from '@governance/kernel';
import {
  type Backlog,
  DeliveryBacklog,
  type DeliveryOutcome,
  type ReportedDelivery,
} from '@governance/deliveries';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Around the promised minute, and up to a day of an unavailable mail server. */
const ageBuckets = [1, 5, 15, 60, 300, 3_600, 86_400];

/** Metrics of a worker. No label identifies a person or a message. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts: Counter;
  private readonly ages: Histogram;
  private measuring: Promise<Backlog | undefined> | undefined;

  constructor(
    registry: Registry,
    private readonly backlog: DeliveryBacklog,
    private readonly clock: Clock,
  ) {
    const registers = [registry];
    this.attempts = new Counter({
      name: 'deliveries_total',
      help: 'Delivery attempts by outcome; a parked delivery waits for an operator',
      labelNames: ['outcome'],
      registers,
    });
    // A series that exists from the start shows its first increase.
    for (const outcome of ['sent', 'postponed', 'parked']) this.attempts.inc({ outcome }, 0);
    this.ages = new Histogram({
      name: 'delivery_age_seconds',
      help: 'Time from the request for a message to an attempt that sent or postponed it, without the wait for a budget',
      labelNames: ['kind', 'outcome'],
      buckets: ageBuckets,
      registers,
    });
    const due = new Gauge({
      name: 'deliveries_due',
      help: 'Due deliveries of its kinds that no worker holds; equal in every worker of these kinds',
      registers,
      collect: async () => {
        due.set((await this.measure())?.due ?? Number.NaN);
      },
    });
    const oldestDue = new Gauge({
      name: 'deliveries_oldest_due_age_seconds',
      help: 'Time for which the oldest of them has been due; 0 if there are none',
      registers,
      collect: async () => {
        oldestDue.set(ageOf(await this.measure(), this.clock.now()));
      },
    });
  }

  attempted(
    outcome: DeliveryOutcome,
    { kind, ageSeconds }: Pick<ReportedDelivery, 'kind' | 'ageSeconds'>,
  ): void {
    this.attempts.inc({ outcome });
    if (ageSeconds === undefined || (outcome !== 'sent' && outcome !== 'postponed')) return;
    this.ages.observe({ kind, outcome }, ageSeconds);
  }

  /** One query for both gauges at each scrape; undefined when the database is unavailable. */
  private measure(): Promise<Backlog | undefined> {
    this.measuring ??= this.backlog
      .measure(this.clock.now())
      .catch(() => undefined)
      .finally(() => (this.measuring = undefined));
    return this.measuring;
  }
}

/** In seconds. NaN, not 0, when the backlog is unknown. */
function ageOf(backlog: Backlog | undefined, now: Date): number {
  if (backlog === undefined) return Number.NaN;
  return backlog.dueSince === undefined ? 0 : (now.getTime() - backlog.dueSince.getTime()) / 1000;
}
