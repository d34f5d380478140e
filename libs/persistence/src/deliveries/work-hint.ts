import { type PreparedStatement } from '@governance/postgres';

const notify = { name: 'notify-deliveries', text: `SELECT pg_notify('deliveries', '')` };

/** Deliveries queued within this time share one hint. */
const collectMs = 10;

/**
 * Tells the workers that deliveries were queued, after their commit and in the background. PostgreSQL commits transactions
 * that notify one at a time: if the queuing transaction notified, each submission would wait for the disk writes of those
 * before it. A hint may be lost, because workers also poll every few seconds.
 */
export class WorkHint {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: { query(statement: PreparedStatement): Promise<unknown> }) {}

  /** Call it after the commit. */
  give(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.database.query(notify).catch(() => undefined);
    }, collectMs).unref();
  }
}
