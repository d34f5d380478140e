import { daysInWords } from '@governance/assessments';
import { stepViews } from '../step-view';
import { tierView } from '../tier-view';
import { type ShownResult } from './result-page.service';

/** The cheapest way to a launch, in words. */
export function launchPathView({ rubric, launchPath }: ShownResult) {
  const { steps, effortDays, outcome } = launchPath;
  return {
    count: steps.length === 1 ? 'One change' : `${steps.length} changes`,
    effort: daysInWords(effortDays),
    score: outcome.overallScore,
    tier: tierView(outcome.tier),
    steps: stepViews(rubric, launchPath),
  };
}
