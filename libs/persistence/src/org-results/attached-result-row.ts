import { type AttachedResult, type WithdrawalReason } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Answers, type Mode, type Tier } from '@governance/rubric';
import { Column, namesOf, type RowOf } from '../column';
import { resultSeal } from '../results/result-row';

/** Columns of the view `attached_results` as pg reads them. */
const shown = {
  id: new Column<string>(),
  attached_at: new Column<Date>(),
  client_id: new Column<string>(),
  created_at: new Column<Date>(),
  mode: new Column<Mode>(),
  rubric_id: new Column<string>(),
  rubric_version: new Column<string>(),
  rubric_sha256: new Column<string>(),
  answers: new Column<Answers>(),
  overall_score: new Column<number>(),
  tier: new Column<Tier>(),
  launch_allowed: new Column<boolean>(),
  launch_reason: new Column<string>(),
  organization_name: new Column<Buffer | null>(),
  domain_name: new Column<string | null>(),
  domain_proven_at: new Column<Date | null>(),
  withdrawn_at: new Column<Date | null>(),
  withdrawal_reason: new Column<WithdrawalReason | null>(),
};

/** What the table knows of the other results of the client. */
interface ComparedColumns {
  readonly is_latest: boolean;
  readonly earlier_id: string | null;
  readonly earlier_created_at: Date;
  readonly earlier_score: number;
  readonly earlier_tier: Tier;
}

export const shownColumns = namesOf(shown);

export type AttachedRow = RowOf<typeof shown> & ComparedColumns;

/** Opens the declared name, which is sealed to the result. */
export function attachedOfRow(keyring: Keyring, row: AttachedRow): AttachedResult {
  const { id, organization_name: sealed, domain_name: domain, domain_proven_at: provenAt } = row;
  const { withdrawn_at: at, withdrawal_reason: reason, earlier_id: earlierId } = row;
  return {
    id,
    attachedAt: row.attached_at,
    clientId: row.client_id,
    createdAt: row.created_at,
    mode: row.mode,
    rubric: { id: row.rubric_id, version: row.rubric_version, sha256: row.rubric_sha256 },
    answers: row.answers,
    overallScore: row.overall_score,
    tier: row.tier,
    launchAllowed: row.launch_allowed,
    launchReason: row.launch_reason,
    ...(sealed && { clientName: keyring.open(sealed, resultSeal('organization_name', id)).toString('utf8') }),
    ...(domain !== null && provenAt !== null && { domain: { name: domain, provenAt } }),
    ...(at !== null && reason !== null && { withdrawal: { at, reason } }),
    isLatest: row.is_latest,
    ...(earlierId !== null && {
      earlier: {
        id: earlierId,
        createdAt: row.earlier_created_at,
        overallScore: row.earlier_score,
        tier: row.earlier_tier,
      },
    }),
  };
}
