import {
  type DocumentRequest,
  type DocumentRequestOutcome,
  type HeldDocument,
  type ResultDocument,
  ResultDocuments,
} from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Database, type PreparedStatement } from '@governance/postgres';
import { traceparent } from '@governance/tracing';
import { jobOfTrace } from '../../job-of-trace';
import { documentQueues, documentSeal, type DocumentTable, makeable } from './document-tables';

const hourMs = 60 * 60 * 1000;

/**
 * A conflict means that the document exists: only a parked one that may be requested again is queued again. Concurrent requests
 * can exceed the budget by their number.
 */
const statementsOf = (table: DocumentTable): Statements => ({
  select: {
    name: `select-${table}`,
    text: `
      SELECT ${makeable[table]} AS makeable, state, available_at, document
      FROM survey_results LEFT JOIN ${table} ON result_id = id WHERE id = $1`,
  },
  request: {
    name: `request-${table}`,
    text: `
      INSERT INTO ${table} AS kept (result_id, requested_at, available_at)
      SELECT id, $2, $2 FROM survey_results
      WHERE id = $1 AND ${makeable[table]} AND $4::integer > (
        SELECT count(*) FROM (
          SELECT FROM ${table} WHERE requested_at > $3 LIMIT $4::integer) AS recent)
      ON CONFLICT (result_id) DO UPDATE
      SET state = 'queued', requested_at = $2, available_at = $2, attempts = 0, failure = NULL
      WHERE kept.state = 'parked' AND kept.available_at <= $2
      RETURNING ${jobOfTrace('$5')}`,
  },
  isQueued: {
    name: `is-queued-${table}`,
    text: `SELECT result_id FROM ${table} WHERE result_id = $1 AND state <> 'parked'`,
  },
  keep: settled(table, 'keep', `state = 'stored', document = $3`),
  park: settled(table, 'park', `state = 'parked', available_at = $3`),
});

/** A change by the worker that holds the lease `$2` of the job. */
function settled(table: DocumentTable, name: string, changes: string): PreparedStatement {
  return {
    name: `${name}-${table}`,
    text: `
      UPDATE ${table} SET ${changes} FROM jobs
      WHERE result_id = $1 AND state = 'queued' AND queue = '${documentQueues[table]}' AND key = $1::text AND jobs.lease = $2`,
  };
}

type Statements = Readonly<Record<'select' | 'request' | 'isQueued' | 'keep' | 'park', PreparedStatement>>;

interface DocumentRow {
  readonly makeable: boolean;
  readonly state: 'queued' | 'stored' | 'parked' | null;
  readonly available_at: Date | null;
  readonly document: Buffer | null;
}

/** The documents of one kind: opened and sealed here, and queued by a request. */
export class PostgresResultDocuments extends ResultDocuments {
  private readonly statements: Statements;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly table: DocumentTable,
  ) {
    super();
    this.statements = statementsOf(table);
  }

  async find(resultId: string): Promise<ResultDocument | undefined> {
    const { rows } = await this.database.query<DocumentRow>(this.statements.select, [resultId]);
    return rows[0] && this.documentOf(resultId, rows[0]);
  }

  async request({ resultId, now, perHour }: DocumentRequest): Promise<DocumentRequestOutcome> {
    const hourAgo = new Date(now.getTime() - hourMs);
    const { rowCount } = await this.database.query(this.statements.request, [
      resultId,
      now,
      hourAgo,
      perHour,
      traceparent(),
    ]);
    if (rowCount === 1) return 'queued';
    const known = await this.database.query(this.statements.isQueued, [resultId]);
    return known.rowCount === 1 ? 'queued' : 'over_budget';
  }

  async keep({ key, lease }: HeldDocument, document: Uint8Array): Promise<boolean> {
    const sealed = this.keyring.seal(document, documentSeal(this.table, key));
    const { rowCount } = await this.database.query(this.statements.keep, [key, lease, sealed]);
    return rowCount === 1;
  }

  async park({ key, lease }: HeldDocument, until: Date): Promise<boolean> {
    const { rowCount } = await this.database.query(this.statements.park, [key, lease, until]);
    return rowCount === 1;
  }

  private documentOf(
    resultId: string,
    { makeable, state, available_at, document }: DocumentRow,
  ): ResultDocument {
    if (!makeable) return { kind: 'unmakeable' };
    if (document !== null)
      return { kind: 'stored', bytes: this.keyring.open(document, documentSeal(this.table, resultId)) };
    if (state === 'parked' && available_at !== null) return { kind: 'parked', retryAt: available_at };
    return { kind: state === null ? 'none' : 'queued' };
  }
}
