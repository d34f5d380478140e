import { Clock } from '@governance/kernel';
import { type Settlement } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';

/** What a reconciler does over and over: settle changes, and tidy up clients and rows that belong to nobody. */
export type ReconcilerTask = 'settle' | 'tidy';

const outcomes: readonly Settlement[] = ['finished', 'abandoned', 'lost'];
const tasks: readonly ReconcilerTask[] = ['settle', 'tidy'];

/** What operators count of a reconciler. No label names a credential or an organization. */
@Injectable()
export class ReconcilerMetrics {
  private readonly changes: Counter;
  private readonly orphans: Counter;
  private readonly failures: Counter;
  private readonly successes: Gauge;

  constructor(
    registry: Registry,
    private readonly clock: Clock,
  ) {
    const registers = [registry];
    this.changes = new Counter({
      name: 'credential_changes_settled_total',
      help: 'Changes of credentials that a process had left unfinished, by what became of them',
      labelNames: ['outcome'],
      registers,
    });
    this.orphans = new Counter({
      name: 'credential_orphans_deleted_total',
      help: 'Clients deleted at the identity provider because they belonged to no credential',
      registers,
    });
    this.failures = new Counter({
      name: 'reconciler_failures_total',
      help: 'Rounds that ended early because the database or the identity provider was away',
      labelNames: ['task'],
      registers,
    });
    this.successes = new Gauge({
      name: 'reconciler_last_success_timestamp_seconds',
      help: 'When a round last came to its end; 0 before the first one',
      labelNames: ['task'],
      registers,
    });
    // A series that is there from the start shows its first increase.
    for (const outcome of outcomes) this.changes.inc({ outcome }, 0);
    for (const task of tasks) {
      this.failures.inc({ task }, 0);
      this.successes.set({ task }, 0);
    }
  }

  settled(outcome: Settlement): void {
    this.changes.inc({ outcome });
  }

  orphansDeleted(count: number): void {
    this.orphans.inc(count);
  }

  succeeded(task: ReconcilerTask): void {
    this.successes.set({ task }, this.clock.now().getTime() / 1_000);
  }

  failed(task: ReconcilerTask): void {
    this.failures.inc({ task });
  }
}
