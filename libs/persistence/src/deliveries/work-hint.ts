import { type PreparedStatement } from '@governance/postgres';

const notify = { name: 'notify-deliveries', text: `SELECT pg_notify('deliveries', '')` };

/** Deliveries that are queued in the meantime need no hint of their own. */
const collectMs = 10;

/**
 * Tells the workers that deliveries were queued, once they are committed, and without anybody waiting for it. A transaction
 * that notifies is committed alone: were it the one that queues, each submission would wait until the disk has those
 * before it. A hint may be lost, because workers look for themselves every few seconds.
 */
export class WorkHint {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: { query(statement: PreparedStatement): Promise<unknown> }) {}

  /** To be called when what was queued is committed. */
  give(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.database.query(notify).catch(() => undefined);
    }, collectMs).unref();
  }
}
