import {
  type KeyedCreation,
  type ResultExtras,
  ResultStore,
  type SubmissionExtras,
  type SubmissionKey,
  type SurveyResult,
  type VerifiableResult,
  type WithdrawalReason,
} from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Mode, type Tier } from '@governance/rubric';
import { clientMac, domainMacs, recipientMacs } from './address-macs';
import { type Database, type RunStatement } from './database';
import { SubmissionKeys } from './submission-keys';
import { SurveyResultEntity } from './survey-result.entity';

const insertResult = `
  INSERT INTO survey_results (
    id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier, launch_allowed,
    launch_reason, domain_scores, submitter_email, notes, submitter_email_mac)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`;

const createResult = { name: 'create-result', text: insertResult };

/** One statement, so that a result with an address never exists without its delivery (spec 6). */
const createResultAndDelivery = {
  name: 'create-result-and-delivery',
  text: `
    WITH result AS (${insertResult}),
    delivery AS (
      INSERT INTO deliveries (
        id, kind, result_id, recipient, created_at, available_at, recipient_mac, domain_mac, client_mac)
      VALUES ($16, 'completion', $1, $17, $2, $2, $15, $18, $19)
      RETURNING id)
    SELECT pg_notify('deliveries', '') FROM delivery`,
};

const selectVerifiable = {
  name: 'select-verifiable',
  text: `
    SELECT created_at, mode, overall_score, tier, launch_allowed, rubric_id, rubric_version, rubric_sha256,
      credential, credential_key_id, withdrawn_at, withdrawal_reason
    FROM survey_results WHERE id = $1`,
};

interface VerifiableRow {
  readonly created_at: Date;
  readonly mode: Mode;
  readonly overall_score: number;
  readonly tier: Tier;
  readonly launch_allowed: boolean;
  readonly rubric_id: string;
  readonly rubric_version: string;
  readonly rubric_sha256: string;
  readonly credential: string | null;
  readonly credential_key_id: string | null;
  readonly withdrawn_at: Date | null;
  readonly withdrawal_reason: WithdrawalReason | null;
}

/** Survey results in PostgreSQL. Addresses and notes are sealed before they leave the process. */
export class PostgresResultStore extends ResultStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async create(result: SurveyResult, extras: ResultExtras): Promise<void> {
    await this.insert(this.database.query, result, extras);
  }

  async createOnce(
    result: SurveyResult,
    extras: ResultExtras,
    submissionKey: SubmissionKey,
  ): Promise<KeyedCreation> {
    return this.database.inTransaction(async (query) => {
      const keys = new SubmissionKeys(query, this.keyring);
      const known = await keys.take(submissionKey, result.createdAt);
      if (known !== undefined) return known;
      await this.insert(query, result, extras);
      await keys.remember(submissionKey, result);
      return { kind: 'created' };
    });
  }

  async find(id: string): Promise<SurveyResult | undefined> {
    const row = await this.database.withRepository(SurveyResultEntity, (rows) => rows.findOneBy({ id }));
    if (row === null) return undefined;
    const { overallScore, tier, launchAllowed, launchReason, domainScores } = row;
    return {
      id,
      createdAt: row.createdAt,
      mode: row.mode,
      rubric: { id: row.rubricId, version: row.rubricVersion, sha256: row.rubricSha256 },
      answers: row.answers,
      outcome: { overallScore, tier, launchAllowed, launchReason, domainScores },
    };
  }

  async findVerifiable(id: string): Promise<VerifiableResult | undefined> {
    const { rows } = await this.database.query<VerifiableRow>(selectVerifiable, [id]);
    const [row] = rows;
    return row && verifiableOf(id, row);
  }

  private async insert(query: RunStatement, result: SurveyResult, extras: ResultExtras): Promise<void> {
    const { submitterEmail, deliveryId, clientAddress } = extras;
    const values = this.columnsOf(result, extras);
    if (submitterEmail === undefined || deliveryId === undefined) {
      await query(createResult, values);
      return;
    }
    const recipient = this.keyring.seal(submitterEmail, {
      table: 'deliveries',
      column: 'recipient',
      row: deliveryId,
    });
    const [domainMac] = domainMacs(this.keyring, submitterEmail);
    const client = clientAddress === undefined ? null : clientMac(this.keyring, clientAddress);
    await query(createResultAndDelivery, [...values, deliveryId, recipient, domainMac, client]);
  }

  /** The parameters $1 to $15, in the order of the statement's columns. */
  private columnsOf(result: SurveyResult, { submitterEmail, notes }: SubmissionExtras): unknown[] {
    const { id, createdAt, mode, rubric, answers, outcome } = result;
    return [
      id,
      createdAt,
      mode,
      rubric.id,
      rubric.version,
      rubric.sha256,
      JSON.stringify(answers),
      outcome.overallScore,
      outcome.tier,
      outcome.launchAllowed,
      outcome.launchReason,
      JSON.stringify(outcome.domainScores),
      this.seal(id, 'submitter_email', submitterEmail),
      this.seal(id, 'notes', notes),
      submitterEmail === undefined ? null : recipientMacs(this.keyring, submitterEmail)[0],
    ];
  }

  private seal(row: string, column: string, text: string | undefined): Buffer | null {
    return text === undefined ? null : this.keyring.seal(text, { table: 'survey_results', column, row });
  }
}

function verifiableOf(id: string, row: VerifiableRow): VerifiableResult {
  const { credential, credential_key_id: keyId, withdrawn_at: at, withdrawal_reason: reason } = row;
  return {
    id,
    createdAt: row.created_at,
    mode: row.mode,
    overallScore: row.overall_score,
    tier: row.tier,
    launchAllowed: row.launch_allowed,
    rubric: { id: row.rubric_id, version: row.rubric_version, sha256: row.rubric_sha256 },
    ...(credential !== null && keyId !== null && { signed: { credential, keyId } }),
    ...(at !== null && reason !== null && { withdrawal: { at, reason } }),
  };
}
