import { type DeliveryProgress, DeliveryProgressStore } from '@governance/deliveries';
import { type Database } from '@governance/postgres';
import { ofCertificate } from './delivery-row';

const selectProgress = {
  name: 'select-delivery-progress',
  text: `
    SELECT state, created_at, sent_at, failure, waiting_since
    FROM deliveries WHERE result_id = $1 AND ${ofCertificate}
    ORDER BY state = 'merged', created_at DESC, id LIMIT 1`,
};

interface ProgressRow {
  readonly state: DeliveryProgress['state'];
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly failure: string | null;
  readonly waiting_since: Date | null;
}

/** Reads the rows of the queue. */
export class PostgresDeliveryProgressStore extends DeliveryProgressStore {
  constructor(private readonly database: Database) {
    super();
  }

  async ofResult(resultId: string): Promise<DeliveryProgress | undefined> {
    const { rows } = await this.database.query<ProgressRow>(selectProgress, [resultId]);
    return rows[0] && progressOfRow(rows[0]);
  }
}

function progressOfRow(row: ProgressRow): DeliveryProgress {
  const { state, failure } = row;
  return {
    state,
    queuedAt: row.created_at,
    sentAt: row.sent_at ?? undefined,
    isDelayed: failure !== null || row.waiting_since !== null,
    isBlocked: failure === 'AddressBlocked',
  };
}
