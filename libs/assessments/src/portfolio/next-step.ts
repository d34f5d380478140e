import { type AnswerStep, type Assessment, type RemediationItem } from '@governance/rubric';

/** One answer to raise, with the effort and the points of this step alone. */
export interface NextStep extends AnswerStep {
  readonly questionId: string;
  readonly domainId: string;
  readonly title: string;
  readonly action: string;
  /** The answer is an unmet launch gate. */
  readonly blocksLaunch: boolean;
}

/**
 * The cheapest of the most urgent steps: of unmet gates, else of domains below the floor, else of all. Of equally cheap ones the
 * one with more points, then the order of the plan. Undefined when every answer is “Yes”.
 */
export function nextStep({ remediation, domainScores }: Assessment): NextStep | undefined {
  const low = new Set(domainScores.filter(({ belowFloor }) => belowFloor).map(({ id }) => id));
  const gates = remediation.filter(({ blocksLaunch }) => blocksLaunch);
  const inLowDomains = remediation.filter(({ domainId }) => low.has(domainId));
  const urgent = [gates, inLowDomains, remediation].find(({ length }) => length > 0) ?? [];
  const [first] = urgent.flatMap(firstStepOf).toSorted(byCost);
  return first;
}

/** Sorting keeps the order of equal ones. */
function byCost(one: NextStep, other: NextStep): number {
  return one.effortDays - other.effortDays || other.points - one.points;
}

function firstStepOf({
  questionId,
  domainId,
  title,
  action,
  blocksLaunch,
  steps,
}: RemediationItem): NextStep[] {
  const [step] = steps;
  return step === undefined ? [] : [{ questionId, domainId, title, action, blocksLaunch, ...step }];
}
