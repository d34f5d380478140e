import {
  type CertificateDocument,
  CertificateDocuments,
  type DocumentRequest,
  type DocumentRequestOutcome,
} from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { documentSeal } from './document-row';

const hourMs = 60 * 60 * 1000;

const selectDocument = {
  name: 'select-document',
  text: `
    SELECT withdrawn_at, state, available_at, document
    FROM survey_results LEFT JOIN certificate_documents ON result_id = id WHERE id = $1`,
};

/**
 * A conflict means that the document exists: only a parked one that may be requested again is queued again. Concurrent requests
 * can exceed the budget by their number.
 */
const requestDocument = {
  name: 'request-document',
  text: `
    INSERT INTO certificate_documents AS kept (result_id, requested_at, available_at)
    SELECT id, $2, $2 FROM survey_results
    WHERE id = $1 AND withdrawn_at IS NULL AND $4::integer > (
      SELECT count(*) FROM (
        SELECT FROM certificate_documents WHERE requested_at > $3 LIMIT $4::integer) AS recent)
    ON CONFLICT (result_id) DO UPDATE
    SET state = 'queued', requested_at = $2, available_at = $2, attempts = 0, failure = NULL
    WHERE kept.state = 'parked' AND kept.available_at <= $2
    RETURNING result_id`,
};

const isQueued = {
  name: 'is-document-queued',
  text: `SELECT result_id FROM certificate_documents WHERE result_id = $1 AND state <> 'parked'`,
};

interface DocumentRow {
  readonly withdrawn_at: Date | null;
  readonly state: 'queued' | 'stored' | 'parked' | null;
  readonly available_at: Date | null;
  readonly document: Buffer | null;
}

/** The surface's side of the documents: it opens stored ones, and queues others. */
export class PostgresCertificateDocuments extends CertificateDocuments {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async find(resultId: string): Promise<CertificateDocument | undefined> {
    const { rows } = await this.database.query<DocumentRow>(selectDocument, [resultId]);
    return rows[0] && this.documentOf(resultId, rows[0]);
  }

  async request({ resultId, now, perHour }: DocumentRequest): Promise<DocumentRequestOutcome> {
    const hourAgo = new Date(now.getTime() - hourMs);
    const { rowCount } = await this.database.query(requestDocument, [resultId, now, hourAgo, perHour]);
    if (rowCount === 1) return 'queued';
    const known = await this.database.query(isQueued, [resultId]);
    return known.rowCount === 1 ? 'queued' : 'over_budget';
  }

  private documentOf(
    resultId: string,
    { withdrawn_at, state, available_at, document }: DocumentRow,
  ): CertificateDocument {
    if (withdrawn_at !== null) return { kind: 'withdrawn' };
    if (document !== null)
      return { kind: 'stored', bytes: this.keyring.open(document, documentSeal(resultId)) };
    if (state === 'parked' && available_at !== null) return { kind: 'parked', retryAt: available_at };
    return { kind: state === null ? 'none' : 'queued' };
  }
}
