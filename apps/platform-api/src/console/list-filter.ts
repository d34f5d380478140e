import { ApiError } from '@governance/client';
import { type FormProblem } from './form-problem';

/** A field of the form that narrows a list. */
export type FilterField = { readonly label: string } & (
  | {
      readonly type: 'search';
      readonly maxLength: number;
      /** What the form says if the API refuses the condition of this name; without it, the refusal is a page of its own. */
      readonly refused?: string;
    }
  /** A day of UTC, such as `2026-11-24`. */
  | { readonly type: 'date' }
  | {
      readonly type: 'select';
      /** By value; without `any`, the first is chosen by default. */
      readonly choices: Readonly<Record<string, string>>;
      /** The label of no condition. */
      readonly any?: string;
      /** The API decides on other values; else they count as none. */
      readonly isOpen?: boolean;
    }
);

/** By the name of their parameter, in the order of the form. */
export type FilterFields<Name extends string> = Readonly<Record<Name, FilterField>>;

/** What the form holds, as the person sees it. Empty: no condition. */
export type Filter<Name extends string> = Readonly<Record<Name, string>>;

const day = /^\d{4}-\d\d-\d\d$/;
const longestOpen = 64;

/** Repeated parameters and values that no form has count as none. */
export function filterIn<Name extends string>(
  fields: FilterFields<Name>,
  query: Readonly<Record<string, unknown>>,
): Filter<Name> {
  const values = entriesOf(fields).map(([name, field]) => {
    const value = query[name];
    return [name, typeof value === 'string' ? valueIn(field, value) : initialOf(field)];
  });
  return Object.fromEntries(values) as Filter<Name>;
}

/** For links to the next page and to the files. */
export function parametersOf<Name extends string>(fields: FilterFields<Name>, filter: Filter<Name>): string {
  const chosen = entriesOf(fields).filter(([name, field]) => filter[name] !== initialOf(field));
  return new URLSearchParams(chosen.map(([name]): [string, string] => [name, filter[name]])).toString();
}

/** A row of the form has room for so many. */
const mostInARow = 2;

/** The condition that the API refused, for the form of the list. @throws the error itself if it is about something else. */
export function refusedCondition<Name extends string>(
  fields: FilterFields<Name>,
  error: unknown,
): FormProblem {
  if (!(error instanceof ApiError && error.status === 400)) throw error;
  for (const [field, condition] of entriesOf(fields)) {
    const text = condition.type === 'search' ? condition.refused : undefined;
    if (text !== undefined && error.description.startsWith(`${field} must `))
      return { status: error.status, text, errors: [{ field, text }] };
  }
  throw error;
}

/** The form, for its template: a long one shows its first field, and the others on demand. */
export function filterView<Name extends string>(
  fields: FilterFields<Name>,
  filter: Filter<Name>,
  problem?: FormProblem,
): { conditions: object[]; further: object[]; isFurtherSet: boolean; isSearch: boolean } {
  const conditions = entriesOf(fields).map(([name, field]) => ({
    name,
    label: field.label,
    type: field.type,
    isChoice: field.type === 'select',
    value: filter[name],
    maxLength: field.type === 'search' ? field.maxLength : undefined,
    any: field.type === 'select' ? field.any : undefined,
    choices: field.type === 'select' ? choicesOf(field.choices, filter[name]) : [],
    isSet: filter[name] !== initialOf(field),
    error: problem?.errors?.find((refused) => refused.field === name)?.text,
  }));
  const shown = conditions.length > mostInARow ? 1 : conditions.length;
  const further = conditions.slice(shown);
  return {
    conditions: conditions.slice(0, shown),
    further,
    isFurtherSet: further.some(({ isSet }) => isSet),
    isSearch: conditions[0]?.type === 'search',
  };
}

function valueIn(field: FilterField, value: string): string {
  if (field.type === 'search') return value.trim().slice(0, field.maxLength);
  if (field.type === 'date') return day.test(value) ? value : '';
  if (field.isOpen === true) return value.slice(0, longestOpen);
  return Object.hasOwn(field.choices, value) ? value : initialOf(field);
}

function initialOf(field: FilterField): string {
  if (field.type !== 'select' || field.any !== undefined) return '';
  return Object.keys(field.choices)[0] ?? '';
}

function choicesOf(choices: Readonly<Record<string, string>>, chosen: string): object[] {
  return Object.entries(choices).map(([value, label]) => ({ value, label, isChosen: value === chosen }));
}

function entriesOf<Name extends string>(fields: FilterFields<Name>): [Name, FilterField][] {
  return Object.entries(fields) as [Name, FilterField][];
}
