import { frameworkCoverage } from './framework-coverage';
import { type Answers, type Mode } from './outcome';
import { type RubricRules } from './rubric-rules';

/** How far answers are from a framework, in numbers. */
export interface FrameworkGaps {
  readonly id: string;
  readonly name: string;
  /** The parts that questions of the mode cite. */
  readonly clauses: number;
  /** Those of them with an answer below 3. */
  readonly gaps: number;
}

/** A framework, with the ids of the questions that cite each of its parts. */
interface CitedFramework {
  readonly id: string;
  readonly name: string;
  readonly clauses: readonly (readonly string[])[];
}

const cited = new WeakMap<RubricRules, Map<Mode, readonly CitedFramework[]>>();

/** The numbers of `frameworkCoverage`, for lists: what the questions cite is found once for each rubric and mode. */
export function frameworkGaps(rubric: RubricRules, answers: Answers, mode: Mode): readonly FrameworkGaps[] {
  return citedFrameworks(rubric, mode).map(({ id, name, clauses }) => ({
    id,
    name,
    clauses: clauses.length,
    gaps: clauses.filter((questions) => questions.some((question) => answers[question] !== 3)).length,
  }));
}

function citedFrameworks(rubric: RubricRules, mode: Mode): readonly CitedFramework[] {
  const ofModes = cited.get(rubric) ?? new Map<Mode, readonly CitedFramework[]>();
  cited.set(rubric, ofModes);
  const known = ofModes.get(mode);
  if (known !== undefined) return known;
  const found = frameworkCoverage(rubric, {}, mode).map(({ id, name, clauses }) => ({
    id,
    name,
    clauses: clauses.map(({ questions }) => questions.map((question) => question.id)),
  }));
  ofModes.set(mode, found);
  return found;
}
