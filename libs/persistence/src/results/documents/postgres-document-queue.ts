import { type DocumentJob, DocumentQueue } from '@governance/assessments';
import { LeaseLost } from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { type Database, type PreparedStatement } from '@governance/postgres';
import { documentSeal, type DocumentTable, makeable } from './document-tables';

type Statements = Readonly<Record<'claim' | 'keep' | 'postpone' | 'park', PreparedStatement>>;

/** As with deliveries (ADR 2): workers pass each other, and a later `available_at` hides the row until the lease ends. */
const statementsOf = (table: DocumentTable): Statements => ({
  claim: {
    name: `claim-${table}`,
    text: `
      UPDATE ${table}
      SET lease = gen_random_uuid(), available_at = $2, attempts = attempts + 1
      WHERE result_id = (
        SELECT result_id FROM ${table} JOIN survey_results ON id = result_id
        WHERE state = 'queued' AND available_at <= $1 AND ${makeable[table]}
        ORDER BY available_at, requested_at
        FOR UPDATE OF ${table} SKIP LOCKED
        LIMIT 1)
      RETURNING result_id, lease, attempts`,
  },
  keep: settle(table, 'keep', `state = 'stored', document = $3, lease = NULL, failure = NULL`),
  postpone: settle(table, 'postpone', 'available_at = $3, failure = $4, lease = NULL'),
  park: settle(table, 'park', `state = 'parked', available_at = $3, failure = $4, lease = NULL`),
});

/** A change by the worker that holds the lease `$2`. */
function settle(table: DocumentTable, name: string, changes: string): PreparedStatement {
  return {
    name: `${name}-${table}`,
    text: `UPDATE ${table} SET ${changes} WHERE result_id = $1 AND lease = $2 AND state = 'queued'`,
  };
}

interface JobRow {
  readonly result_id: string;
  readonly lease: string;
  readonly attempts: number;
}

/** The worker's side of the documents. It seals them before they leave the process. */
export class PostgresDocumentQueue extends DocumentQueue {
  private readonly statements: Statements;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly table: DocumentTable,
  ) {
    super();
    this.statements = statementsOf(table);
  }

  async claim({ now, leaseUntil }: { now: Date; leaseUntil: Date }): Promise<DocumentJob | undefined> {
    const { rows } = await this.database.query<JobRow>(this.statements.claim, [now, leaseUntil]);
    const [row] = rows;
    return row && { resultId: row.result_id, lease: row.lease, attempts: row.attempts };
  }

  async keep(job: DocumentJob, document: Uint8Array): Promise<void> {
    await this.settle('keep', job, [this.keyring.seal(document, documentSeal(this.table, job.resultId))]);
  }

  async postpone(job: DocumentJob, { until, failure }: { until: Date; failure: string }): Promise<void> {
    await this.settle('postpone', job, [until, failure]);
  }

  async park(job: DocumentJob, { until, failure }: { until: Date; failure: string }): Promise<void> {
    await this.settle('park', job, [until, failure]);
  }

  private async settle(
    change: 'keep' | 'postpone' | 'park',
    { resultId, lease }: DocumentJob,
    values: readonly unknown[],
  ): Promise<void> {
    const { rowCount } = await this.database.query(this.statements[change], [resultId, lease, ...values]);
    if (rowCount !== 1) throw new LeaseLost();
  }
}
