import { type Backlog, DeliveryBacklog } from '@governance/deliveries';
import { type Database } from '@governance/postgres';

export class AccountMailBacklog extends DeliveryBacklog {
  constructor(private readonly database: Database) {
    super();
  }

  async measure(now: Date): Promise<Backlog> {
    const {
      rows: [row],
    } = await this.database.query<{ due: number; due_since: Date | null }>(
      `SELECT count(*)::integer AS due, min(available_at) AS due_since
       FROM identity.mails WHERE parked_at IS NULL AND available_at <= $1`,
      [now],
    );
    return { due: row?.due ?? 0, dueSince: row?.due_since ?? undefined };
  }
}
