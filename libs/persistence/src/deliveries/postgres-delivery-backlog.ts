import { type Backlog, DeliveryBacklog } from '@governance/deliveries';
import { type Database, type PreparedStatement } from '@governance/postgres';
import { type DeliveryWork, kindsOf } from './delivery-work';

/** Reads only the index of queued deliveries, which contains no sent ones. */
function measureBacklog(work: DeliveryWork): PreparedStatement {
  return {
    name: `measure-backlog-of-${work}`,
    text: `
      SELECT count(*)::integer AS due, min(available_at) AS due_since
      FROM deliveries WHERE state = 'queued' AND kind IN (${kindsOf(work)}) AND available_at <= $1`,
  };
}

interface BacklogRow {
  readonly due: number;
  readonly due_since: Date | null;
}

export class PostgresDeliveryBacklog extends DeliveryBacklog {
  private readonly statement: PreparedStatement;

  constructor(
    private readonly database: Database,
    work: DeliveryWork = 'certificates',
  ) {
    super();
    this.statement = measureBacklog(work);
  }

  async measure(now: Date): Promise<Backlog> {
    const { rows } = await this.database.query<BacklogRow>(this.statement, [now]);
    return { due: rows[0]?.due ?? 0, dueSince: rows[0]?.due_since ?? undefined };
  }
}
