import { daysInWords, pointsInWords } from '@governance/assessments';
import { type TierView, tierView } from '../tier-view';
import { type ShownResult } from './result-page.service';

export interface LaunchPathView {
  readonly count: string;
  readonly effort: string;
  readonly score: number;
  readonly tier: TierView;
  readonly steps: readonly {
    readonly title: string;
    readonly domain: string;
    readonly from: string;
    readonly to: string;
    readonly effort: string;
    readonly points: string;
    readonly meetsGate: boolean;
  }[];
}

/** The cheapest way to a launch, in words. */
export function launchPathView({ rubric, launchPath }: ShownResult): LaunchPathView {
  const label = (value: number): string =>
    rubric.answerScale.find((grade) => grade.value === value)?.label ?? '';
  const { steps, effortDays, outcome } = launchPath;
  return {
    count: steps.length === 1 ? 'One change' : `${steps.length} changes`,
    effort: daysInWords(effortDays),
    score: outcome.overallScore,
    tier: tierView(outcome.tier),
    steps: steps.map((step) => ({
      title: step.title,
      domain: rubric.domains.find(({ id }) => id === step.domainId)?.title ?? '',
      from: label(step.currentAnswer),
      to: label(step.targetAnswer),
      effort: daysInWords(step.effortDays),
      points: `+${pointsInWords(step.points)}`,
      meetsGate: step.meetsGate,
    })),
  };
}
