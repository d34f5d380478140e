import {
  type AttachedResult,
  type AttachedResultDetails,
  type WithdrawalReason,
} from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Answers, type Mode, type Tier } from '@governance/rubric';
import { resultSeal } from '../results/result-row';

/** Columns of the view `attached_results` as pg reads them. */
interface AttachedTable {
  readonly id: string;
  readonly attached_at: Date;
  readonly client_id: string;
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
  readonly organization_name: Buffer | null;
  readonly domain_name: string | null;
  readonly domain_proven_at: Date | null;
  readonly withdrawn_at: Date | null;
  readonly withdrawal_reason: WithdrawalReason | null;
}

const listed = [
  'id',
  'attached_at',
  'client_id',
  'created_at',
  'mode',
  'rubric_id',
  'rubric_version',
  'rubric_sha256',
  'overall_score',
  'tier',
  'launch_allowed',
  'organization_name',
  'domain_name',
  'domain_proven_at',
  'withdrawn_at',
  'withdrawal_reason',
] as const satisfies readonly (keyof AttachedTable)[];

/** All columns but the details. */
export const attachedColumns = listed.join(', ');

export type AttachedRow = Pick<AttachedTable, (typeof listed)[number]>;

export type AttachedDetailsRow = Pick<AttachedTable, 'id' | 'launch_reason' | 'answers'>;

/** Opens the declared name, which is sealed to the result. */
export function attachedOfRow(keyring: Keyring, row: AttachedRow): AttachedResult {
  const { id, organization_name: sealed, domain_name: domain, domain_proven_at: provenAt } = row;
  const { withdrawn_at: at, withdrawal_reason: reason } = row;
  return {
    id,
    attachedAt: row.attached_at,
    clientId: row.client_id,
    createdAt: row.created_at,
    mode: row.mode,
    rubric: { id: row.rubric_id, version: row.rubric_version, sha256: row.rubric_sha256 },
    overallScore: row.overall_score,
    tier: row.tier,
    launchAllowed: row.launch_allowed,
    ...(sealed && { clientName: keyring.open(sealed, resultSeal('organization_name', id)).toString('utf8') }),
    ...(domain !== null && provenAt !== null && { domain: { name: domain, provenAt } }),
    ...(at !== null && reason !== null && { withdrawal: { at, reason } }),
  };
}

export function detailsOfRow(row: AttachedDetailsRow): AttachedResultDetails {
  return { launchReason: row.launch_reason, answers: row.answers };
}
