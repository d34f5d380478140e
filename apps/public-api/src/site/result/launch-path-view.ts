import { daysInWords } from '@governance/assessments';
import { type StepView, stepViews } from '../step-view';
import { type TierView, tierView } from '../tier-view';
import { type ShownResult } from './result-page.service';

export interface LaunchPathView {
  readonly count: string;
  readonly effort: string;
  readonly score: number;
  readonly tier: TierView;
  readonly steps: readonly StepView[];
}

/** The cheapest way to a launch, in words. */
export function launchPathView({ rubric, launchPath }: ShownResult): LaunchPathView {
  const { steps, effortDays, outcome } = launchPath;
  return {
    count: steps.length === 1 ? 'One change' : `${steps.length} changes`,
    effort: daysInWords(effortDays),
    score: outcome.overallScore,
    tier: tierView(outcome.tier),
    steps: stepViews(rubric, launchPath),
  };
}
