import { type SurveyResult } from '@governance/assessments';
import { type Answers, type DomainScore, type Mode, type Tier } from '@governance/rubric';

/** What a result is made of, of a row of `survey_results`. */
export const resultColumns = `
  id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier, launch_allowed,
  launch_reason, domain_scores`;

export interface ResultRow {
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
}

export function resultOfRow(row: ResultRow): SurveyResult {
  return {
    id: row.id,
    createdAt: row.created_at,
    mode: row.mode,
    rubric: { id: row.rubric_id, version: row.rubric_version, sha256: row.rubric_sha256 },
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
