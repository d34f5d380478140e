import { problemOf } from '@governance/http';
import { type ProblemKind } from '@governance/kernel';

export async function expectProblem(
  work: Promise<unknown>,
  kind: ProblemKind,
  text: string | RegExp,
): Promise<void> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  const told: unknown = typeof text === 'string' ? text : expect.stringMatching(text);
  expect(problemOf(error)).toMatchObject({ kind, text: told });
}
