import {
  answerInWords,
  asSentence,
  compareAnswers,
  dayInWords,
  daysInWords,
  type EarlierReview,
  evidenceInWords,
  type EvidenceInWords,
  modeInWords,
  pointsInWords,
  reasonParts,
  renewBy,
  type ReviewPack,
  verdictInWords,
} from '@governance/assessments';
import {
  type AnswerStep,
  type Assessment,
  frameworkGaps,
  type RemediationItem,
  type Rubric,
} from '@governance/rubric';

/** The words that the template prints; none of them is markup. */
export interface ReviewPackView {
  readonly client: string;
  readonly known: readonly { readonly name: string; readonly value: string }[];
  readonly assessedOn: string;
  readonly renewBy: string;
  readonly mode: string;
  readonly rubric: string;
  readonly id: string;
  readonly score: number;
  readonly tier: string;
  readonly verdict: string;
  readonly reasons: readonly string[];
  readonly domains: readonly { readonly title: string; readonly score: number; readonly note: string }[];
  readonly trend: readonly TrendRow[];
  readonly improved: readonly string[];
  readonly worsened: readonly string[];
  readonly plan: PlanView;
  readonly frameworks: readonly { readonly name: string; readonly clauses: number; readonly gaps: number }[];
  readonly evidence: readonly EvidenceRow[];
  readonly count: string;
  /** Whether a text has letters that the fonts of the document do not. */
  readonly otherScripts: boolean;
}

interface TrendRow {
  readonly day: string;
  readonly score: number;
  readonly tier: string;
  readonly change: string;
}

interface PlanView {
  readonly title: string;
  readonly summary: string;
  readonly steps: readonly PlanStep[];
}

interface PlanStep {
  readonly number: number;
  readonly title: string;
  readonly action: string;
  readonly raise: string;
  readonly effort: string;
  readonly points: string;
}

interface EvidenceRow extends EvidenceInWords {
  readonly title: string;
  readonly answer: string;
}

/** Of a plan for a client that is ready to launch: the whole list is on the page of the result. */
const mostSteps = 10;

const otherScript =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;

export function reviewPackView(
  { client, result, earlier, evidence }: ReviewPack,
  rubric: Rubric,
): ReviewPackView {
  const { answers, mode, createdAt } = result;
  const assessment = rubric.assess(answers, mode);
  const before = earlier[0]?.answers;
  const { improved, worsened } = before
    ? compareAnswers(rubric, before, answers)
    : { improved: [], worsened: [] };
  const rows = evidenceRows(rubric, result, evidence);
  const name = client.name ?? client.reference ?? client.domain ?? 'Client without a name';
  return {
    client: name,
    known: knownOf(client, name),
    assessedOn: dayInWords(createdAt),
    renewBy: dayInWords(renewBy(createdAt)),
    mode: modeInWords[mode],
    rubric: `${rubric.title}, version ${rubric.version}`,
    id: result.id,
    score: assessment.overallScore,
    tier: assessment.tier,
    verdict: verdictInWords(assessment),
    reasons: reasonParts(assessment.launchReason).map(asSentence),
    domains: assessment.domainScores.map(({ title, score, belowFloor }) => ({
      title,
      score,
      note: belowFloor ? 'too low for a launch' : '',
    })),
    trend: trendOf(assessment, createdAt, earlier),
    improved: improved.map(changeInWords),
    worsened: worsened.map(changeInWords),
    plan: planOf(rubric, result, assessment),
    frameworks: frameworkGaps(rubric, answers, mode),
    evidence: rows,
    count: `${rows.length} of ${rubric.questionsOf(mode).length} questions`,
    otherScripts: otherScript.test(JSON.stringify([client, evidence])),
  };
}

/** What tells the client, other than the name above. */
function knownOf({ reference, domain }: ReviewPack['client'], name: string): ReviewPackView['known'] {
  const known = [
    { name: 'Reference', value: reference },
    { name: 'Domain', value: domain },
  ];
  return known.flatMap(({ name: label, value }) =>
    value === undefined || value === name ? [] : [{ name: label, value }],
  );
}

function trendOf(
  { overallScore, tier }: Assessment,
  createdAt: Date,
  earlier: readonly EarlierReview[],
): readonly TrendRow[] {
  const all = [{ createdAt, overallScore, tier }, ...earlier];
  return all.map((each, index) => {
    const before = all[index + 1];
    return {
      day: dayInWords(each.createdAt),
      score: each.overallScore,
      tier: each.tier,
      change: before ? signed(each.overallScore - before.overallScore) : '',
    };
  });
}

function signed(change: number): string {
  if (change === 0) return 'no change';
  return change > 0 ? `${change} higher` : `${-change} lower`;
}

function changeInWords({
  title,
  before,
  now,
}: ReturnType<typeof compareAnswers>['improved'][number]): string {
  return `${title}: from ${answerInWords[before]} to ${answerInWords[now]}`;
}

function planOf(rubric: Rubric, { answers, mode }: ReviewPack['result'], assessment: Assessment): PlanView {
  const path = rubric.launchPath(answers, mode);
  if (path.steps.length > 0) {
    return {
      title: 'The cheapest way to a launch',
      summary: `${daysInWords(path.effortDays)} of work. The score is then ${path.outcome.overallScore}/100, and the client is ready to launch.`,
      steps: path.steps.map(stepInWords),
    };
  }
  const steps = assessment.remediation.slice(0, mostSteps).flatMap(firstStepOf);
  const isWhole = assessment.remediation.length <= mostSteps;
  return {
    title: 'What to improve next',
    summary: isWhole
      ? 'All that is left, the most useful first.'
      : `The ${mostSteps} most useful of ${assessment.remediation.length} steps.`,
    steps: steps.map(stepInWords),
  };
}

/** A step of the launch path or of the remediation plan. */
type Step = AnswerStep & Pick<RemediationItem, 'title' | 'action'>;

function firstStepOf({ title, action, steps: [step] }: RemediationItem): Step[] {
  return step === undefined ? [] : [{ title, action, ...step }];
}

function stepInWords(step: Step, index: number): PlanStep {
  return {
    number: index + 1,
    title: step.title,
    action: step.action,
    raise: `${answerInWords[step.currentAnswer]} to ${answerInWords[step.targetAnswer]}`,
    effort: daysInWords(step.effortDays),
    points: pointsInWords(step.points),
  };
}

function evidenceRows(
  rubric: Rubric,
  { answers, mode }: ReviewPack['result'],
  evidence: ReviewPack['evidence'],
): readonly EvidenceRow[] {
  return rubric.questionsOf(mode).flatMap(({ id, remediation }) => {
    const given = evidenceInWords(evidence, id);
    return given ? [{ title: remediation.title, answer: answerInWords[answers[id] ?? 0], ...given }] : [];
  });
}
