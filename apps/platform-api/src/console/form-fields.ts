import { RuleViolation } from '@governance/kernel';
import { asSentence } from './people-words';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly about?: string;
}

/** A field of a form, as its page and its errors name it. */
export interface FormField {
  readonly label: string;
  readonly hint?: string;
  /** By default `text`. */
  readonly type?: 'text' | 'url' | 'tel' | 'date' | 'password' | 'textarea' | 'select' | 'radio' | 'checkbox';
  readonly isOptional?: true;
  readonly maxLength?: number;
  readonly autocomplete?: string;
  readonly inputMode?: 'email';
  /** Of a select, radio buttons or boxes. */
  readonly choices?: readonly Choice[];
  /** The members of the API that a refusal can name instead of the field. */
  readonly members?: readonly string[];
  /** The rule of the API for a value of this field alone. Throws `RuleViolation`. */
  readonly check?: (value: string) => unknown;
  /** Instead of what the API says of the member, such as `must be an email`. */
  readonly words?: Readonly<Record<string, string>>;
}

/** Of things with names, with an entry for none of them; no choice without a thing. */
export function choicesIn(
  things: readonly { readonly id: string; readonly name: string }[],
  none: string,
): readonly Choice[] {
  const choices = things.map(({ id, name }) => ({ value: id, label: name }));
  return things.length === 0 ? [] : [{ value: '', label: none }, ...choices];
}

/** By the name of their parameter, in the order of the form. */
export type FormFields = Readonly<Record<string, FormField>>;

export interface FieldError {
  readonly field: string;
  readonly text: string;
}

/** What the page of a form shows in its fields. */
export interface ShownForm {
  readonly fields: FormFields;
  /** By field, until a form was refused: then the page shows what was sent. */
  readonly values?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Of fields whose choices the API knows. Without a choice, a field is left out. */
  readonly choices?: Readonly<Record<string, readonly Choice[]>>;
}

/** What the API says of a member, said of the field. Undefined if it names no field. */
export function fieldErrorOf(fields: FormFields, description: string): FieldError | undefined {
  const [, member = '', index, rest = ''] = /^([\w.]+)(?:\[(\d+)\])? (.+)$/.exec(description) ?? [];
  const found = Object.entries(fields).find(
    ([name, { members = [] }]) => name === member || members.includes(member),
  );
  if (!found) return undefined;
  const [field, { label, type, words = {} }] = found;
  const line = index === undefined ? '' : `, line ${Number(index) + 1},`;
  const known = Object.hasOwn(words, rest) ? words[rest] : undefined;
  const said = isChoice(type) ? 'must be one of those shown' : rest;
  return { field, text: known ?? asSentence(`${label}${line} ${said}`) };
}

/** The rules that what was sent breaks, in the order of the form. */
export function brokenRules(fields: FormFields, form: URLSearchParams): FieldError[] {
  return Object.entries(fields).flatMap(([name, { check, isOptional }]) => {
    const value = (form.get(name) ?? '').trim();
    if (!check || (isOptional && value === '')) return [];
    try {
      check(value);
      return [];
    } catch (error) {
      if (!(error instanceof RuleViolation)) throw error;
      return fieldErrorOf(fields, error.message) ?? [];
    }
  });
}

export interface RefusedValues {
  readonly sent: URLSearchParams;
  readonly errors?: readonly FieldError[] | undefined;
}

const groups: ReadonlySet<FormField['type']> = new Set(['radio', 'checkbox']);

export function fieldViews(form: ShownForm, refused?: RefusedValues): Readonly<Record<string, object>> {
  const shown = Object.entries(form.fields).map(([name, field]) => {
    const { type = 'text', isOptional = false, maxLength, autocomplete = 'off', inputMode } = field;
    const values = valuesOf(name, { form, refused });
    const choices = (form.choices?.[name] ?? field.choices)?.map((choice) => ({
      about: undefined,
      ...choice,
      isChosen: values.includes(choice.value),
    }));
    const view = {
      name,
      label: field.label,
      type,
      isOptional,
      maxLength,
      autocomplete,
      inputMode,
      choices,
      ...notesOf(name, { field, refused }),
      value: type === 'password' ? '' : values[0],
      isText: type === 'textarea',
      isSelect: type === 'select',
      isGroup: groups.has(type),
      isLeftOut: isChoice(type) && (choices ?? []).length === 0,
    };
    return [name, view] as const;
  });
  return Object.fromEntries(shown);
}

/** What stands beside a field. */
function notesOf(
  name: string,
  { field, refused }: { readonly field: FormField; readonly refused: RefusedValues | undefined },
): object {
  const isLost = field.type === 'password' && Boolean(refused?.sent.get(name));
  const hint = [isLost && 'Enter it again: it is not kept.', field.hint].filter(Boolean).join(' ');
  const error = refused?.errors?.find((each) => each.field === name)?.text;
  return {
    hint,
    error,
    describedBy: [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' '),
  };
}

function valuesOf(
  name: string,
  { form, refused }: { readonly form: ShownForm; readonly refused: RefusedValues | undefined },
): readonly string[] {
  const isBoxes = form.fields[name]?.type === 'checkbox';
  // The page can have further forms, which were not sent.
  if (refused && (isBoxes || refused.sent.has(name))) return refused.sent.getAll(name);
  return [form.values?.[name] ?? ''].flat();
}

function isChoice(type: FormField['type']): boolean {
  return type === 'select' || groups.has(type);
}
