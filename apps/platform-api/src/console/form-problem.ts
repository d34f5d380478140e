import { ApiError, StepUpRequiredError } from '@governance/client';

/** Why what a person entered was refused. The page shows the form again with it. */
export interface FormProblem {
  readonly status: number;
  readonly text: string;
}

const refusals = new Set([400, 409, 422]);

/** A refusal by the page itself, before the API is called. */
export class FormRefused extends Error {
  constructor(readonly problem: FormProblem) {
    super(problem.text);
  }
}

/** @throws the error itself if it is no refusal of what was entered. */
export function formProblemOf(error: unknown): FormProblem {
  if (error instanceof FormRefused) return error.problem;
  const isRefusal =
    error instanceof ApiError && !(error instanceof StepUpRequiredError) && refusals.has(error.status);
  if (!isRefusal) throw error;
  const { status, description } = error;
  return { status, text: inWords(description) };
}

/** Texts of the API begin in lower case and end without a full stop. */
function inWords(description: string): string {
  return `${description.charAt(0).toUpperCase()}${description.slice(1).replace(/\.$/, '')}.`;
}
