import { type RemediationItem, type Rubric } from '@governance/rubric';
import { type ShownResult } from './result-page.service';

export interface PlanItem {
  readonly priority: number;
  readonly title: string;
  readonly action: string;
  readonly domain: string;
  readonly from: string;
  readonly to: string;
  readonly effort: string;
  readonly points: string;
  readonly blocksLaunch: boolean;
  readonly onPath: boolean;
}

export interface PlanGroup {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly items: readonly PlanItem[];
}

/** The plan in its published order, parted where its reasons change: gates, then domains below the floor, then the rest. */
export function planGroups({ result, rubric, remediation, launchPath }: ShownResult): readonly PlanGroup[] {
  const low = new Set(result.outcome.domainScores.filter(({ belowFloor }) => belowFloor).map(({ id }) => id));
  const onPath = new Set(launchPath.steps.map(({ questionId }) => questionId));
  const view = (item: RemediationItem): PlanItem => planItem(item, rubric, onPath.has(item.questionId));
  const gates = remediation.filter(({ blocksLaunch }) => blocksLaunch);
  const inLowDomains = remediation.filter((item) => !gates.includes(item) && low.has(item.domainId));
  const others = remediation.filter((item) => !gates.includes(item) && !inLowDomains.includes(item));
  const groups = [
    {
      id: 'gates',
      title: 'First: launch gates',
      about: 'Each of these alone refuses the launch until it is at least “Mostly”, whatever the score.',
      items: gates.map(view),
    },
    {
      id: 'low',
      title: 'Then: domains below the floor',
      about: 'These belong to domains that are too low for a launch.',
      items: inLowDomains.map(view),
    },
    {
      id: 'rest',
      title: gates.length + inLowDomains.length === 0 ? 'Most effect for the effort first' : 'Then: the rest',
      about: 'In the order of points won for each day of effort.',
      items: others.map(view),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function planItem(item: RemediationItem, rubric: Rubric, onPath: boolean): PlanItem {
  const label = (value: number): string =>
    rubric.answerScale.find((grade) => grade.value === value)?.label ?? '';
  return {
    priority: item.priority,
    title: item.title,
    action: item.action,
    domain: rubric.domains.find(({ id }) => id === item.domainId)?.title ?? '',
    from: label(item.currentAnswer),
    to: label(item.targetAnswer),
    effort: item.effortDays === 1 ? '1 day' : `${item.effortDays} days`,
    points: `+${item.points.toFixed(1)}`,
    blocksLaunch: item.blocksLaunch,
    onPath,
  };
}
