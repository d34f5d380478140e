import { type DocumentJob, DocumentQueue } from '@governance/assessments';
import { LeaseLost } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { type Database, type PreparedStatement } from '@governance/postgres';
import { documentSeal } from './document-row';

/** As with deliveries (ADR 2): workers pass each other, and a later `available_at` hides the row until the lease ends. */
const claim = {
  name: 'claim-document',
  text: `
    UPDATE certificate_documents
    SET lease = gen_random_uuid(), available_at = $2, attempts = attempts + 1
    WHERE result_id = (
      SELECT result_id FROM certificate_documents JOIN survey_results ON id = result_id
      WHERE state = 'queued' AND available_at <= $1 AND withdrawn_at IS NULL
      ORDER BY available_at, requested_at
      FOR UPDATE OF certificate_documents SKIP LOCKED
      LIMIT 1)
    RETURNING result_id, lease, attempts`,
};

const keep = settle('keep-document', `state = 'stored', document = $3, lease = NULL, failure = NULL`);
const postpone = settle('postpone-document', 'available_at = $3, failure = $4, lease = NULL');
const park = settle('park-document', `state = 'parked', available_at = $3, failure = $4, lease = NULL`);

/** A change by the worker that holds the lease `$2`. */
function settle(name: string, changes: string): PreparedStatement {
  return {
    name,
    text: `
      UPDATE certificate_documents SET ${changes} WHERE result_id = $1 AND lease = $2 AND state = 'queued'`,
  };
}

interface JobRow {
  readonly result_id: string;
  readonly lease: string;
  readonly attempts: number;
}

/** The worker's side of the documents. It seals them before they leave the process. */
export class PostgresDocumentQueue extends DocumentQueue {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async claim({ now, leaseUntil }: { now: Date; leaseUntil: Date }): Promise<DocumentJob | undefined> {
    const { rows } = await this.database.query<JobRow>(claim, [now, leaseUntil]);
    const [row] = rows;
    return row && { resultId: row.result_id, lease: row.lease, attempts: row.attempts };
  }

  async keep(job: DocumentJob, document: Uint8Array): Promise<void> {
    await this.settle(keep, job, [this.keyring.seal(document, documentSeal(job.resultId))]);
  }

  async postpone(job: DocumentJob, { until, failure }: { until: Date; failure: string }): Promise<void> {
    await this.settle(postpone, job, [until, failure]);
  }

  async park(job: DocumentJob, { until, failure }: { until: Date; failure: string }): Promise<void> {
    await this.settle(park, job, [until, failure]);
  }

  private async settle(
    statement: PreparedStatement,
    { resultId, lease }: DocumentJob,
    values: readonly unknown[],
  ): Promise<void> {
    const { rowCount } = await this.database.query(statement, [resultId, lease, ...values]);
    if (rowCount !== 1) throw new LeaseLost();
  }
}
