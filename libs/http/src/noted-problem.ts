import { type Problem } from '@governance/kernel';

const problems = new WeakMap<object, Problem>();

/** Keeps what went wrong with a request, by its response, for its line in the log. Every filter that answers errors calls it. */
export function noteProblem(res: object, problem: Problem): void {
  problems.set(res, problem);
}

export function notedProblem(res: object): Problem | undefined {
  return problems.get(res);
}
