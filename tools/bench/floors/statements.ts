import { type KnownResult } from './known-result';

/** The table and the columns of the product. */
export const insertResult = {
  name: 'insert-result',
  text: `
    INSERT INTO survey_results (
      id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier, launch_allowed,
      launch_reason, domain_scores)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
};

export const selectResult = {
  name: 'select-result',
  text: `
    SELECT id, created_at, mode, overall_score, tier, launch_allowed, rubric_id, rubric_version, rubric_sha256,
      credential, credential_key_id, withdrawn_at, withdrawal_reason
    FROM survey_results WHERE id = $1`,
};

export function insertedValues(
  result: KnownResult & { readonly id: string; readonly createdAt: Date; readonly mode: string },
  answers: object,
): unknown[] {
  const { overallScore, tier, launchAllowed, launchReason, domainScores } = result;
  return [
    ...[result.id, result.createdAt, result.mode, 'ai-governance-msp', result.rubricVersion, '0'.repeat(64)],
    JSON.stringify(answers),
    ...[overallScore, tier, launchAllowed, launchReason, JSON.stringify(domainScores)],
  ];
}
