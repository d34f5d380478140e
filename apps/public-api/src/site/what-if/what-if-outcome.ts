import { asSentence, daysInWords, reasonParts, verdictInWords } from '@governance/assessments';
import {
  type Answers,
  type ChangePlan,
  type LaunchPath,
  type Mode,
  type Outcome,
  type RubricRules,
} from '@governance/rubric';
import { changeInWords } from '../change-in-words';
import { stepViews } from '../step-view';

/** Answers to try: those of the result, the changed ones, and the days that are available. */
export interface Trial {
  readonly mode: Mode;
  readonly before: Answers;
  readonly answers: Answers;
  readonly days: number | undefined;
}

/** What the page shows for answers that are only tried. Made on the server and in browsers, by the same code. */
export interface WhatIfOutcome {
  readonly headline: string;
  readonly score: number;
  readonly change: string;
  readonly tier: string;
  readonly tierSlug: string;
  readonly launchAllowed: boolean;
  readonly reasons: readonly string[];
  readonly domains: readonly {
    readonly title: string;
    readonly score: number;
    readonly change: string;
    readonly belowFloor: boolean;
  }[];
  readonly path: WayView;
  readonly plan: WayView;
}

/** Changes to make, in words. */
export interface WayView {
  readonly shown: boolean;
  readonly lead: string;
  readonly steps: ReturnType<typeof stepViews>;
}

export const mostDays = 999;

/** The whole days in a field; undefined for anything else. */
export function daysIn(text: string): number | undefined {
  const days = /^[1-9]\d{0,2}$/.test(text.trim()) ? Number(text) : undefined;
  return days;
}

export function whatIfOutcome(rules: RubricRules, trial: Trial): WhatIfOutcome {
  const { mode, before, answers, days } = trial;
  const was = rules.assess(before, mode);
  const now = rules.assess(answers, mode);
  const path = rules.launchPath(answers, mode);
  const plan = days === undefined ? undefined : rules.planWithin(answers, mode, days);
  return {
    headline: `${now.overallScore}/100, ${now.tier}. ${verdictInWords(now)}`,
    score: now.overallScore,
    change: changeInWords(was.overallScore, now.overallScore),
    tier: now.tier,
    tierSlug: now.tier.toLowerCase(),
    launchAllowed: now.launchAllowed,
    reasons: reasonParts(now.launchReason).map(asSentence),
    domains: now.domainScores.map(({ title, score, belowFloor }, index) => ({
      title,
      score,
      belowFloor,
      change: changeInWords(was.domainScores[index]?.score ?? score, score),
    })),
    path: {
      shown: !now.launchAllowed,
      lead: `${changesInWords(path)}. ${afterwards(path.outcome)} No other set of changes takes less effort.`,
      steps: stepViews(rules, path),
    },
    plan: {
      shown: plan !== undefined,
      lead: plan === undefined ? '' : planInWords(plan, { path, allowed: now.launchAllowed }),
      steps: plan === undefined ? [] : stepViews(rules, plan),
    },
  };
}

/** The answers with the changes of one way made. */
export function changedAnswers(
  rules: RubricRules,
  { mode, answers, days }: Trial,
  way: 'path' | 'plan',
): Answers {
  const { steps } =
    way === 'path' || days === undefined
      ? rules.launchPath(answers, mode)
      : rules.planWithin(answers, mode, days);
  return {
    ...answers,
    ...Object.fromEntries(steps.map(({ questionId, targetAnswer }) => [questionId, targetAnswer])),
  };
}

function planInWords(
  plan: ChangePlan,
  { path, allowed }: { readonly path: LaunchPath; readonly allowed: boolean },
): string {
  if (plan.steps.length === 0) {
    return plan.outcome.overallScore === 100
      ? 'Every answer is “Yes” already.'
      : 'No answer can be raised in that time.';
  }
  const reach = plan.reachesLaunch
    ? allowed
      ? 'Of all changes that fit, these gain the most points.'
      : 'This reaches a launch. Of all changes that fit and reach it, these gain the most points.'
    : `This does not reach a launch, which takes at least ${daysInWords(path.effortDays)}. Of all changes that fit, these gain the most points.`;
  return `${changesInWords(plan)}. ${afterwards(plan.outcome)} ${reach}`;
}

function changesInWords({ steps, effortDays }: LaunchPath): string {
  const count = steps.length === 1 ? 'One change' : `${steps.length} changes`;
  return `${count}, ${daysInWords(effortDays)} of work for one person`;
}

function afterwards({ overallScore, tier }: Outcome): string {
  return `The score would then be ${overallScore} and the tier ${tier}.`;
}
