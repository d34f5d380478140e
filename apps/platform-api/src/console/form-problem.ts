import { ApiError, StepUpRequiredError } from '@governance/client';
import { brokenRules, type FieldError, fieldErrorOf, type FormField, type FormFields } from './form-fields';
import { asSentence } from './people-words';

/** Why what a person entered was refused. The page shows the form again with it. */
export interface FormProblem {
  readonly status: number;
  readonly text: string;
  /** At the fields, in the order of the form. */
  readonly errors?: readonly FieldError[];
}

/** What was sent, with the description of its fields. */
export interface SentForm {
  readonly fields: FormFields;
  readonly form: URLSearchParams;
}

const refusals = new Set([400, 409, 422]);

/** A refusal by the page itself, before the API is called. */
export class FormRefused extends Error {
  override readonly name = 'FormRefused';

  constructor(readonly problem: FormProblem) {
    super(problem.text);
  }

  /** Of what one field has. */
  static at(field: string, text: string, status = 400): FormRefused {
    return new FormRefused({ status, text, errors: [{ field, text }] });
  }
}

/**
 * The API names one problem, and decides. The page adds the rules that other fields break, so that a person corrects all at
 * once. @throws the error itself if it is no refusal of what was entered.
 */
export function formProblemOf(error: unknown, { fields, form }: SentForm): FormProblem {
  if (error instanceof FormRefused) return error.problem;
  const isRefusal =
    error instanceof ApiError && !(error instanceof StepUpRequiredError) && refusals.has(error.status);
  if (!isRefusal) throw error;
  const { status, description } = error;
  const named = fieldErrorOf(fields, description);
  if (!named) return { status, text: asSentence(description) };
  const others = brokenRules(fields, form).filter(({ field }) => field !== named.field);
  const order = Object.keys(fields);
  const errors = [named, ...others]
    .toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
    .map(({ field, text }) => ({ field, text: missingIn(fields[field], form.get(field)) ?? text }));
  return { status, text: errors.map(({ text }) => text).join(' '), errors };
}

/** Says that a field is empty; undefined if it is not. */
export function missingIn(field: FormField | undefined, value: string | null): string | undefined {
  return field && value?.trim() === '' ? `${field.label} is required.` : undefined;
}
