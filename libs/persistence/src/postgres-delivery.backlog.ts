import { type Backlog, DeliveryBacklog } from '@governance/deliveries';
import { type Database } from './database';

/** Reads the index of queued deliveries only, in which what was sent is not. */
const measureBacklog = {
  name: 'measure-backlog',
  text: `
    SELECT count(*)::integer AS due, min(available_at) AS due_since
    FROM deliveries WHERE state = 'queued' AND available_at <= $1`,
};

interface BacklogRow {
  readonly due: number;
  readonly due_since: Date | null;
}

export class PostgresDeliveryBacklog extends DeliveryBacklog {
  constructor(private readonly database: Database) {
    super();
  }

  async measure(now: Date): Promise<Backlog> {
    const { rows } = await this.database.query<BacklogRow>(measureBacklog, [now]);
    return { due: rows[0]?.due ?? 0, dueSince: rows[0]?.due_since ?? undefined };
  }
}
