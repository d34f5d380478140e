import {
  type ErasedLogRecord,
  type LogRecord,
  LogRecords,
  type LogRecordStanding,
} from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { type Mode, type Tier } from '@governance/rubric';
import { isSubmitted } from '../submission-mac';
import { isCredentialOf } from './credential-facts';

/** With a credential of each, a page has about two megabytes. */
const page = 500;

const selectRecords = {
  name: 'select-certificate-log-records',
  text: `
    SELECT entry, kind, record.result_id, salt, credential_sha256,
      result.id, created_at, mode, rubric_sha256, overall_score, tier, launch_allowed, submission_mac,
      withdrawn_at IS NOT NULL AS is_withdrawn,
      CASE credential_sha256
        WHEN sha256(convert_to(result.credential, 'UTF8')) THEN result.credential
        WHEN sha256(convert_to(domain.credential, 'UTF8')) THEN domain.credential
      END AS credential
    FROM certificate_log_records AS record
    LEFT JOIN survey_results AS result ON result.id = record.result_id
    LEFT JOIN certificate_domains AS domain ON domain.result_id = record.result_id
    WHERE entry >= $1 ORDER BY entry LIMIT ${page}`,
};

/** With nulls for a result that is not stored. */
interface Row {
  readonly entry: number;
  readonly kind: LogRecord['kind'];
  readonly result_id: string;
  readonly salt: Buffer | null;
  readonly credential_sha256: Buffer | null;
  readonly id: string | null;
  readonly created_at: Date;
  readonly mode: Mode;
  readonly rubric_sha256: string;
  readonly overall_score: number;
  readonly tier: Tier;
  readonly launch_allowed: boolean;
  readonly submission_mac: Buffer | null;
  readonly is_withdrawn: boolean;
  readonly credential: string | null;
}

export class PostgresLogRecords extends LogRecords {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async from(entry: number): Promise<readonly (LogRecord | ErasedLogRecord)[]> {
    const { rows } = await this.database.query<Row>(selectRecords, [entry]);
    return rows.map((row) => this.recordOf(row));
  }

  private recordOf(row: Row): LogRecord | ErasedLogRecord {
    const { entry, kind, result_id: resultId, salt, credential_sha256: digest } = row;
    if (salt === null) return { entry, salt: undefined };
    const standing = this.standingOf(row);
    return { entry, kind, resultId, salt, credentialDigest: digest ?? undefined, standing };
  }

  private standingOf(row: Row): LogRecordStanding {
    const { id, submission_mac: mac, kind, is_withdrawn: isWithdrawn, credential } = row;
    if (id === null) return 'not_submitted';
    const result = {
      id,
      createdAt: row.created_at,
      mode: row.mode,
      rubric: { sha256: row.rubric_sha256 },
      outcome: { overallScore: row.overall_score, tier: row.tier, launchAllowed: row.launch_allowed },
    };
    if (mac !== null && !isSubmitted(this.keyring, result, mac)) return 'not_submitted';
    if (kind === 'withdrawn') return isWithdrawn ? standingBy(mac) : 'not_withdrawn';
    if (credential !== null && !isCredentialOf(credential, result)) return 'other_result';
    return credential === null && mac !== null ? 'former_credential' : standingBy(mac);
  }
}

function standingBy(mac: Buffer | null): LogRecordStanding {
  return mac === null ? 'earlier_release' : 'confirmed';
}
