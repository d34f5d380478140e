import { daysInWords, evidenceInWords, type EvidenceInWords, pointsInWords } from '@governance/assessments';
import { type AnswerStep, type LaunchStep, type RemediationItem, type Rubric } from '@governance/rubric';
import { type EvidencedResult } from './result-page.service';

export interface PlanItem {
  readonly priority: number;
  readonly title: string;
  readonly action: string;
  readonly domain: string;
  readonly blocksLaunch: boolean;
  /** On the cheapest path to a launch: the answer to which that raises this one. */
  readonly onPathTo: string | undefined;
  readonly steps: readonly PlanStep[];
  readonly evidence: EvidenceInWords | undefined;
}

/** One answer raised, in words. */
export interface PlanStep {
  readonly from: string;
  readonly to: string;
  readonly effort: string;
  readonly points: string;
}

export interface PlanGroup {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly items: readonly PlanItem[];
}

/** The plan in its published order, parted where its reasons change: gates, then domains below the floor, then the rest. */
export function planGroups(shown: EvidencedResult): readonly PlanGroup[] {
  const { result, rubric, remediation, launchPath, evidence } = shown;
  const low = new Set(result.outcome.domainScores.filter(({ belowFloor }) => belowFloor).map(({ id }) => id));
  const onPath = new Map(launchPath.steps.map((step) => [step.questionId, step]));
  const view = (item: RemediationItem): PlanItem => ({
    ...planItem(item, rubric, onPath.get(item.questionId)),
    evidence: evidenceInWords(evidence, item.questionId),
  });
  const gates = remediation.filter(({ blocksLaunch }) => blocksLaunch);
  const inLowDomains = remediation.filter((item) => !gates.includes(item) && low.has(item.domainId));
  const others = remediation.filter((item) => !gates.includes(item) && !inLowDomains.includes(item));
  const groups = [
    {
      id: 'gates',
      title: 'First: required controls',
      about: 'A launch requires at least “Mostly” for each of these, at any score.',
      items: gates.map(view),
    },
    {
      id: 'low',
      title: 'Then: domains below the minimum',
      about: 'The scores of these domains are too low for a launch.',
      items: inLowDomains.map(view),
    },
    {
      id: 'rest',
      title:
        gates.length + inLowDomains.length === 0
          ? 'Highest gain per effort first'
          : 'Then: all other actions',
      about: 'Ordered by points gained per day of effort.',
      items: others.map(view),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function planItem(
  item: RemediationItem,
  rubric: Rubric,
  onPath: LaunchStep | undefined,
): Omit<PlanItem, 'evidence'> {
  const label = (value: number): string =>
    rubric.answerScale.find((grade) => grade.value === value)?.label ?? '';
  return {
    priority: item.priority,
    title: item.title,
    action: item.action,
    domain: rubric.domains.find(({ id }) => id === item.domainId)?.title ?? '',
    blocksLaunch: item.blocksLaunch,
    onPathTo: onPath && label(onPath.targetAnswer),
    steps: item.steps.map((step) => planStep(step, label)),
  };
}

function planStep(step: AnswerStep, label: (value: number) => string): PlanStep {
  return {
    from: label(step.currentAnswer),
    to: label(step.targetAnswer),
    effort: daysInWords(step.effortDays),
    points: `+${pointsInWords(step.points)}`,
  };
}
