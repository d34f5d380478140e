import { type ErasedLogRecord, type LogRecord, LogRecords } from '@governance/assessments';
import { type Database } from '@governance/postgres';

/** With 200 bytes of each, a page has about a megabyte. */
const page = 5_000;

const selectRecords = {
  name: 'select-certificate-log-records',
  text: `
    SELECT entry, kind, result_id, salt, credential_sha256 FROM certificate_log_records
    WHERE entry >= $1 ORDER BY entry LIMIT ${page}`,
};

interface Row {
  readonly entry: number;
  readonly kind: LogRecord['kind'];
  readonly result_id: string;
  readonly salt: Buffer | null;
  readonly credential_sha256: Buffer | null;
}

export class PostgresLogRecords extends LogRecords {
  constructor(private readonly database: Database) {
    super();
  }

  async from(entry: number): Promise<readonly (LogRecord | ErasedLogRecord)[]> {
    const { rows } = await this.database.query<Row>(selectRecords, [entry]);
    return rows.map(recordOf);
  }
}

function recordOf({
  entry,
  kind,
  result_id: resultId,
  salt,
  credential_sha256: digest,
}: Row): LogRecord | ErasedLogRecord {
  if (salt === null) return { entry, salt: undefined };
  return { entry, kind, resultId, salt, credentialDigest: digest ?? undefined };
}
