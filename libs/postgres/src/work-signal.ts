import { type JobWait } from '@governance/deliveries';
import { type PoolClient } from 'pg';
import { type Database } from './database';

/**
 * Hints from the database that work was queued (`NOTIFY`). Hints are lost while the connection is down, so every wait has a
 * timeout; the next wait opens the connection again.
 */
export class WorkSignal {
  private listener: Promise<PoolClient> | undefined;
  private readonly waiters = new Set<() => void>();

  constructor(
    private readonly database: Database,
    private readonly channel: 'deliveries' | 'jobs',
  ) {}

  async wait({ timeoutMs, isHinted, signal }: JobWait): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.waiters.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, timeoutMs);
      signal.addEventListener('abort', wake);
      this.waiters.add(wake);
      if (signal.aborted) wake();
    });
    // Without the database there are no hints; the timeout ends the wait.
    if (isHinted) await this.listen().catch(() => undefined);
    await woken;
  }

  async close(): Promise<void> {
    const listener = this.listener;
    this.listener = undefined;
    const client = await listener?.catch(() => undefined);
    client?.removeAllListeners();
    client?.release(true);
  }

  private async listen(): Promise<void> {
    this.listener ??= this.openListener();
    await this.listener;
  }

  private async openListener(): Promise<PoolClient> {
    const lost = (): void => {
      this.listener = undefined;
    };
    try {
      const client = await this.database.connect();
      client.on('notification', () => {
        for (const wake of [...this.waiters]) wake();
      });
      client.on('error', () => {
        lost();
        client.release(true);
      });
      await client.query(`LISTEN ${this.channel}`);
      return client;
    } catch (error) {
      lost();
      throw error;
    }
  }
}
