import { type SurveyResult } from '@governance/assessments';
import { publishedRubrics } from '@governance/rubric';
import { randomUUID } from 'node:crypto';
import { sampleSubmission } from '../load/sample-submission';

/** A result as the product scores it, with an id of its own. */
export function sampleResult(): SurveyResult {
  const { mode, answers } = sampleSubmission;
  const rubric = publishedRubrics.current;
  const { overallScore, tier, launchAllowed, launchReason, domainScores } = rubric.assess(answers, mode);
  const outcome = { overallScore, tier, launchAllowed, launchReason, domainScores };
  return { id: randomUUID(), createdAt: new Date(), mode, rubric: rubric.reference, answers, outcome };
}
