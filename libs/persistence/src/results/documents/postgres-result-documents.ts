import {
  type DocumentRequest,
  type DocumentRequestOutcome,
  type ResultDocument,
  ResultDocuments,
} from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Database, type PreparedStatement } from '@governance/postgres';
import { documentSeal, type DocumentTable, makeable } from './document-tables';

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
      RETURNING result_id`,
  },
  isQueued: {
    name: `is-queued-${table}`,
    text: `SELECT result_id FROM ${table} WHERE result_id = $1 AND state <> 'parked'`,
  },
});

type Statements = Readonly<Record<'select' | 'request' | 'isQueued', PreparedStatement>>;

interface DocumentRow {
  readonly makeable: boolean;
  readonly state: 'queued' | 'stored' | 'parked' | null;
  readonly available_at: Date | null;
  readonly document: Buffer | null;
}

/** The surface's side of the documents: it opens stored ones, and queues others. */
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
    ]);
    if (rowCount === 1) return 'queued';
    const known = await this.database.query(this.statements.isQueued, [resultId]);
    return known.rowCount === 1 ? 'queued' : 'over_budget';
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
