import {
  type Certification,
  type SurveyResult,
  type VerifiableResult,
  type WithdrawalReason,
} from '@governance/assessments';
import { type Answers, type DomainScore, type Mode, type Tier } from '@governance/rubric';
import { type SealedColumn, type SealedPlace } from '../sealed-columns';

/** Columns of `survey_results`, and of the view `verifiable_results`, as pg reads them. */
interface ResultTable {
  readonly id: string;
  readonly created_at: Date;
  readonly mode: Mode;
  readonly rubric_id: string;
  readonly rubric_version: string;
  readonly rubric_sha256: string;
  readonly answers: Answers;
  readonly overall_score: number;
  readonly tier: Tier;
  readonly launch_allowed: boolean;
  readonly launch_reason: string;
  readonly domain_scores: readonly DomainScore[];
  readonly credential: string | null;
  readonly credential_key_id: string | null;
  readonly status_list: number | null;
  readonly status_index: number | null;
  readonly withdrawn_at: Date | null;
  readonly withdrawal_reason: WithdrawalReason | null;
  readonly submitter_email: Buffer | null;
  readonly holder_proof: Buffer | null;
  readonly organization_name: Buffer | null;
  readonly evidence: Buffer | null;
  /** Of the view only. */
  readonly domain_name: string | null;
  readonly domain_proven_at: Date | null;
  readonly log_entry: number | null;
  readonly log_inclusion: string | null;
}

/** The columns of an outcome, with their SQL types. */
const outcomeTypes = {
  id: 'uuid',
  created_at: 'timestamptz',
  mode: 'text',
  rubric_id: 'text',
  rubric_version: 'text',
  rubric_sha256: 'text',
  answers: 'jsonb',
  overall_score: 'smallint',
  tier: 'text',
  launch_allowed: 'boolean',
  launch_reason: 'text',
  domain_scores: 'jsonb',
} as const satisfies Partial<Record<keyof ResultTable, string>>;

export const resultColumns = Object.keys(outcomeTypes).join(', ');

/** The same columns as a record definition, for rows given as JSON. */
export const resultRecord = Object.entries(outcomeTypes)
  .map(([column, type]) => `${column} ${type}`)
  .join(', ');

export type ResultRow = Pick<ResultTable, keyof typeof outcomeTypes>;

export function resultOfRow(row: ResultRow): SurveyResult {
  return {
    id: row.id,
    createdAt: row.created_at,
    mode: row.mode,
    rubric: rubricOf(row),
    answers: row.answers,
    outcome: {
      overallScore: row.overall_score,
      tier: row.tier,
      launchAllowed: row.launch_allowed,
      launchReason: row.launch_reason,
      domainScores: row.domain_scores,
    },
  };
}

export function rowOfResult({ id, createdAt, mode, rubric, answers, outcome }: SurveyResult): ResultRow {
  return {
    id,
    created_at: createdAt,
    mode,
    rubric_id: rubric.id,
    rubric_version: rubric.version,
    rubric_sha256: rubric.sha256,
    answers,
    overall_score: outcome.overallScore,
    tier: outcome.tier,
    launch_allowed: outcome.launchAllowed,
    launch_reason: outcome.launchReason,
    domain_scores: outcome.domainScores,
  };
}

const verifiable = [
  'id',
  'created_at',
  'mode',
  'overall_score',
  'tier',
  'launch_allowed',
  'rubric_id',
  'rubric_version',
  'rubric_sha256',
  'credential',
  'credential_key_id',
  'withdrawn_at',
  'withdrawal_reason',
  'domain_name',
  'domain_proven_at',
  'log_entry',
  'log_inclusion',
] as const satisfies readonly (keyof ResultTable)[];

/** All columns of `verifiable_results`. */
export const selectVerifiable = {
  name: 'select-verifiable',
  text: `
    SELECT ${verifiable.join(', ')} FROM verifiable_results WHERE id = ANY ($1::uuid[])`,
};

export type VerifiableRow = Pick<ResultTable, (typeof verifiable)[number]>;

export function verifiableOfRow(row: VerifiableRow): VerifiableResult {
  const { credential, credential_key_id: keyId, withdrawn_at: at, withdrawal_reason: reason } = row;
  return {
    id: row.id,
    createdAt: row.created_at,
    mode: row.mode,
    overallScore: row.overall_score,
    tier: row.tier,
    launchAllowed: row.launch_allowed,
    rubric: rubricOf(row),
    ...(credential !== null && keyId !== null && { signed: { credential, keyId } }),
    ...(at !== null && reason !== null && { withdrawal: { at, reason } }),
    ...domainOf(row),
    ...loggedOf(row),
  };
}

function domainOf({
  domain_name: name,
  domain_proven_at: provenAt,
}: VerifiableRow): Pick<VerifiableResult, 'domain'> {
  return name !== null && provenAt !== null ? { domain: { name, provenAt } } : {};
}

function loggedOf({
  log_entry: entry,
  log_inclusion: proof,
}: VerifiableRow): Pick<VerifiableResult, 'logged'> {
  return entry !== null && proof !== null ? { logged: { entry, proof } } : {};
}

const certification = [
  'credential',
  'credential_key_id',
  'status_list',
  'status_index',
] as const satisfies readonly (keyof ResultTable)[];

export const certificationColumns = certification.join(', ');

export type CertificationRow = Pick<ResultTable, (typeof certification)[number]>;

/** The columns are set together; undefined while they are null. */
export function certificationOfRow(row: CertificationRow): Certification | undefined {
  const { credential, credential_key_id: keyId, status_list: list, status_index: index } = row;
  if (credential === null || keyId === null || list === null || index === null) return undefined;
  return { credential, keyId, status: { list, index } };
}

/** The columns for a resend: the recipient, and whether the certificate is withdrawn. */
export const mailableColumns = 'submitter_email, withdrawn_at';

export type MailableRow = Pick<ResultTable, 'submitter_email' | 'withdrawn_at'>;

export type HolderProofRow = Pick<ResultTable, 'holder_proof'>;

/** The columns of a result and of its proven domain, all of the latter null without one. */
export type HolderRow = Pick<ResultTable, 'organization_name' | 'credential' | 'credential_key_id'> & {
  readonly name: string | null;
  readonly proven_at: Date | null;
};

export type DeclaredRow = Pick<ResultTable, 'evidence' | 'organization_name'>;

/** The associated data of a sealed value of `survey_results`. */
export function resultSeal(
  column: SealedColumn<'survey_results'>,
  row: string,
): SealedPlace<'survey_results'> {
  return { table: 'survey_results', column, row };
}

function rubricOf(row: Pick<ResultTable, 'rubric_id' | 'rubric_version' | 'rubric_sha256'>) {
  return { id: row.rubric_id, version: row.rubric_version, sha256: row.rubric_sha256 };
}
