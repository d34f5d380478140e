import { type ListedResult } from '@governance/assessments';
import { type DomainScore, type Mode, type Tier } from '@governance/rubric';
import { Column, type RowOf } from '../column';

/** Columns of `org_results` as pg reads them: what lists store of a result. */
const columns = {
  result_id: new Column<string>(),
  submitted_at: new Column<Date>(),
  mode: new Column<Mode>(),
  rubric_version: new Column<string>(),
  overall_score: new Column<number>(),
  tier: new Column<Tier>(),
  launch_allowed: new Column<boolean>(),
  domain_scores: new Column<readonly DomainScore[]>(),
  answer_levels: new Column<string>(),
};

export type ListedResultRow = RowOf<typeof columns>;

/** The columns of one of several results in a row, with a prefix for their names. */
export function listedColumns(table: string, prefix = ''): string {
  return Object.keys(columns)
    .map((name) => `${table}.${name} AS ${prefix}${name}`)
    .join(', ');
}

export function listedResultOfRow(row: ListedResultRow): ListedResult {
  return {
    id: row.result_id,
    createdAt: row.submitted_at,
    mode: row.mode,
    rubricVersion: row.rubric_version,
    overallScore: row.overall_score,
    tier: row.tier,
    launchAllowed: row.launch_allowed,
    domainScores: row.domain_scores,
    levels: row.answer_levels,
  };
}
