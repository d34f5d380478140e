import { type Answer, type Answers, type DomainScore, type RubricRules } from '@governance/rubric';

/** An answer that differs between two results. */
export interface AnswerChange {
  readonly questionId: string;
  readonly domainId: string;
  readonly title: string;
  readonly before: Answer;
  readonly now: Answer;
}

/** What is better and what is worse than before, each with the largest change first, then in question order. */
export interface ResultComparison {
  readonly improved: readonly AnswerChange[];
  readonly worsened: readonly AnswerChange[];
}

/** Compares the questions that both results have. `rubric` is that of the later one. */
export function compareAnswers(rubric: RubricRules, earlier: Answers, later: Answers): ResultComparison {
  const changes = rubric.questions.flatMap(({ id, domainId, remediation: { title } }): AnswerChange[] => {
    const [before, now] = [earlier[id], later[id]];
    const isChange = before !== undefined && now !== undefined && before !== now;
    return isChange ? [{ questionId: id, domainId, title, before, now }] : [];
  });
  const largestFirst = changes.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return {
    improved: largestFirst.filter(({ before, now }) => now > before),
    worsened: largestFirst.filter(({ before, now }) => now < before),
  };
}

/** By domain of the later result, how many points its score is above the earlier one; undefined if that had no such domain. */
export function domainChanges(
  earlier: readonly DomainScore[],
  later: readonly DomainScore[],
): ReadonlyMap<string, number | undefined> {
  const before = new Map(earlier.map(({ id, score }) => [id, score]));
  return new Map(
    later.map(({ id, score }) => {
      const former = before.get(id);
      return [id, former === undefined ? undefined : score - former];
    }),
  );
}

function sizeOf({ before, now }: AnswerChange): number {
  return Math.abs(now - before);
}
