/** Who is assessed by whom (spec 2.1). */
export const modes = ['msp-self', 'client-on-behalf'] as const;
export type Mode = (typeof modes)[number];

/** 0 None, 1 Partial, 2 Mostly, 3 Yes (spec 2.1). */
export type Answer = 0 | 1 | 2 | 3;

/** Question id to answer. Made by `Rubric.checkAnswers`; has no prototype. */
export type Answers = Readonly<Record<string, Answer>>;

/** Outcomes of scoring one submission, worst first (spec 3). */
export const tiers = ['Critical', 'Developing', 'Progressing', 'Ready'] as const;
export type Tier = (typeof tiers)[number];

/** The result of one domain. `score` is 0 to 100, `weight` the domain's share of the overall score in percent. */
export interface DomainScore {
  readonly id: string;
  readonly title: string;
  readonly score: number;
  readonly weight: number;
  readonly belowFloor: boolean;
}

/** One answer raised: `effortDays` in person-days, `points` on the overall score, both for this step alone. */
export interface AnswerStep {
  readonly currentAnswer: Answer;
  readonly targetAnswer: Answer;
  /** A third of the question's effort for each level raised, rounded to two decimals. */
  readonly effortDays: number;
  /** Two decimals, rounded down. */
  readonly points: number;
}

/** One action to take, in the recommended order (`priority` from 1). */
export interface RemediationItem {
  readonly questionId: string;
  readonly domainId: string;
  readonly title: string;
  readonly action: string;
  /** As published: the effort for the whole question, from 0 to 3, in person-days. */
  readonly effortDays: number;
  readonly currentAnswer: Answer;
  /** The answer to reach first, by the first of `steps`. */
  readonly targetAnswer: Answer;
  /** As published: the points that answering 3 adds to the overall score, rounded down to two decimals. */
  readonly points: number;
  readonly blocksLaunch: boolean;
  readonly priority: number;
  /** From `currentAnswer` to 3: an unmet gate first to its minimum. */
  readonly steps: readonly AnswerStep[];
}

/** The certified result: score 0 to 100, tier, launch verdict with its reason, domains in rubric order. */
export interface Outcome {
  readonly overallScore: number;
  readonly tier: Tier;
  readonly launchAllowed: boolean;
  readonly launchReason: string;
  readonly domainScores: readonly DomainScore[];
}

/** The whole result of an assessment: the outcome and the remediation plan. */
export interface Assessment extends Outcome {
  readonly remediation: readonly RemediationItem[];
}

/** One answer to raise on the path to a launch. */
export interface LaunchStep extends AnswerStep {
  readonly questionId: string;
  readonly domainId: string;
  readonly title: string;
  readonly action: string;
  /** The answer is an unmet launch gate: every path to a launch includes it. */
  readonly meetsGate: boolean;
}

/** The cheapest path to a launch, and the outcome after it. Without steps when launch is already allowed. */
export interface LaunchPath {
  readonly steps: readonly LaunchStep[];
  /** Of all steps together, in person-days, rounded to two decimals only at the end. */
  readonly effortDays: number;
  readonly outcome: Outcome;
}

/** Changes that fit into a number of days, and the outcome after them. */
export interface ChangePlan extends LaunchPath {
  /** Whether the plan meets every condition of the launch rule. If not, the days do not suffice for that. */
  readonly reachesLaunch: boolean;
}

/** What one answer adds to the overall score, and what is missing to the highest. Two decimals, rounded down. */
export interface QuestionContribution {
  readonly questionId: string;
  readonly domainId: string;
  readonly answer: Answer;
  readonly pointsGained: number;
  readonly pointsLost: number;
}

/** The published rubric of a result; `sha256` is the hash of the published bytes, in hex. */
export interface RubricReference {
  readonly id: string;
  readonly version: string;
  readonly sha256: string;
}
