/** Two bits an answer: enough for every submission of a run. */
const digits = 12;

/** Complete answers that encode the number of their submission, so that a stored row can be attributed to it. */
export function answersOf(
  submission: number,
  questions: readonly string[],
): Readonly<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const [index, question] of questions.toSorted().entries())
    answers[question] = index < digits ? Math.floor(submission / 4 ** index) % 4 : 3;
  return answers;
}

/** The number that the answers encode. */
export function submissionIn(answers: Readonly<Record<string, number>>): number {
  return Object.keys(answers)
    .toSorted()
    .slice(0, digits)
    .reduce((sum, question, index) => sum + (answers[question] ?? 0) * 4 ** index, 0);
}
