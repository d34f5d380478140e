import {
  type DomainScore,
  type Mode,
  publishedRubrics,
  type RubricCatalogue,
  type Tier,
} from '@governance/rubric';
import { type AnswerLevels, answersOf } from './answer-levels';
import { type NextStep, nextStep } from './next-step';
import { type AnswerChange, compareAnswers, domainChanges } from './result-comparison';

/** What lists store of a result. `createdAt` is the time of the submission. */
export interface ListedResult {
  readonly id: string;
  readonly createdAt: Date;
  readonly mode: Mode;
  readonly rubricVersion: string;
  readonly overallScore: number;
  readonly tier: Tier;
  readonly launchAllowed: boolean;
  readonly domainScores: readonly DomainScore[];
  readonly levels: AnswerLevels;
}

/** A domain of the newest result. `change` is undefined without an earlier result that has the domain. */
export interface DomainOfClient {
  readonly id: string;
  readonly title: string;
  readonly score: number;
  readonly belowFloor: boolean;
  readonly change: number | undefined;
}

/** What a client's newest result says, beside the one before. */
export interface ClientProgress {
  readonly domains: readonly DomainOfClient[];
  readonly scoreChange: number | undefined;
  readonly improved: readonly AnswerChange[];
  readonly worsened: readonly AnswerChange[];
  /** Undefined when every answer is “Yes”, and for a rubric that this release does not know. */
  readonly nextStep: NextStep | undefined;
}

const unchanged = { improved: [], worsened: [] };

/** `earlier` is the result before, of the same client and mode. */
export function progressOf(
  newest: ListedResult,
  earlier: ListedResult | undefined,
  rubrics: RubricCatalogue = publishedRubrics,
): ClientProgress {
  const now = answered(newest, rubrics);
  const before = earlier && answered(earlier, rubrics);
  return {
    domains: domainsOf(newest, earlier),
    scoreChange: earlier && newest.overallScore - earlier.overallScore,
    ...(now && before ? compareAnswers(now.rubric, before.answers, now.answers) : unchanged),
    nextStep: now && nextStep(now.rubric.assess(now.answers, newest.mode)),
  };
}

function domainsOf(newest: ListedResult, earlier: ListedResult | undefined): readonly DomainOfClient[] {
  const changes = domainChanges(earlier?.domainScores ?? [], newest.domainScores);
  return newest.domainScores.map(({ id, title, score, belowFloor }) => ({
    id,
    title,
    score,
    belowFloor,
    change: changes.get(id),
  }));
}

/** Undefined for a rubric that this release does not know. */
function answered({ rubricVersion, mode, levels }: ListedResult, rubrics: RubricCatalogue) {
  const rubric = rubrics.find(rubricVersion);
  const answers = rubric && answersOf(rubric, mode, levels);
  return rubric && answers && { rubric, answers };
}
