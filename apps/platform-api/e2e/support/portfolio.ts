import { type SurveyResult } from '@governance/assessments';
import { type Answer, type Mode, publishedRubrics } from '@governance/rubric';
import { type CredentialsApp } from './credentials-app';
import { createClient } from './clients';
import { attach, storeResult } from './org-results';

export const portfolioPath = '/org/portfolio';
export const portfolioClientsPath = `${portfolioPath}/clients`;

const rubric = publishedRubrics.current;

/** An outcome that follows from its answers: `answer` to each question, and others to some. */
export function assessed(
  answer: Answer,
  others: Readonly<Record<string, Answer>> = {},
  mode: Mode = 'client-on-behalf',
): Pick<SurveyResult, 'mode' | 'rubric' | 'answers' | 'outcome'> {
  const answers = {
    ...Object.fromEntries(rubric.questionsOf(mode).map(({ id }) => [id, answer])),
    ...others,
  };
  return { mode, rubric: rubric.reference, answers, outcome: rubric.assess(answers, mode) };
}

interface NewClient {
  readonly client?: object;
  /** Of a result each. */
  readonly results: readonly Partial<SurveyResult>[];
}

/** Creates a client with results. Returns the ids of both. */
export async function assessedClient(
  app: CredentialsApp,
  { client = {}, results }: NewClient,
): Promise<{ readonly clientId: string; readonly resultIds: readonly string[] }> {
  const clientId = await createClient(app, client);
  const resultIds: string[] = [];
  for (const overrides of results) {
    const { id, capability } = await storeResult(app, overrides);
    const { status, text } = await attach(app, capability, { clientId });
    expect([status, text]).toEqual([201, expect.any(String)]);
    resultIds.push(id);
  }
  return { clientId, resultIds };
}
