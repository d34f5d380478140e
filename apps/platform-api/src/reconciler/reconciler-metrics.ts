import { Clock } from '@governance/kernel';
import { type Settlement } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { type SettledChange } from './unfinished-changes';

/** The recurring tasks of a reconciler: settle changes, and delete orphan clients and old rows. */
export type ReconcilerTask = 'settle' | 'tidy';

const outcomes: readonly Settlement[] = ['finished', 'abandoned', 'lost'];
const tasks: readonly ReconcilerTask[] = ['settle', 'tidy'];

/** The operators' metrics of a reconciler. No label names a credential or an organization. */
@Injectable()
export class ReconcilerMetrics {
  private readonly changes: Readonly<Record<SettledChange['of'], Counter>>;
  private readonly orphans: Counter;
  private readonly failures: Counter;
  private readonly successes: Gauge;

  constructor(
    registry: Registry,
    private readonly clock: Clock,
  ) {
    const registers = [registry];
    this.changes = {
      credential: new Counter({
        name: 'credential_changes_settled_total',
        help: 'Unfinished credential changes settled by the reconciler, by outcome',
        labelNames: ['outcome'],
        registers,
      }),
      provider: new Counter({
        name: 'provider_changes_settled_total',
        help: 'Unfinished changes of connections, domains and members settled by the reconciler, by outcome',
        labelNames: ['outcome'],
        registers,
      }),
    };
    this.orphans = new Counter({
      name: 'credential_orphans_deleted_total',
      help: 'Clients deleted at the identity provider because no credential uses them',
      registers,
    });
    this.failures = new Counter({
      name: 'reconciler_failures_total',
      help: 'Runs that failed because the database or the identity provider was unavailable',
      labelNames: ['task'],
      registers,
    });
    this.successes = new Gauge({
      name: 'reconciler_last_success_timestamp_seconds',
      help: 'Time of the last completed run; 0 before the first one',
      labelNames: ['task'],
      registers,
    });
    // A series that exists from the start shows its first increase.
    for (const outcome of outcomes) {
      this.changes.credential.inc({ outcome }, 0);
      this.changes.provider.inc({ outcome }, 0);
    }
    for (const task of tasks) {
      this.failures.inc({ task }, 0);
      this.successes.set({ task }, 0);
    }
  }

  settled({ of, outcome }: SettledChange): void {
    this.changes[of].inc({ outcome });
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
