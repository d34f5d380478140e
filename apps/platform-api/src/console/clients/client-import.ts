import { type PlatformTypes } from '@governance/client';
import { fieldErrorOf, type FormFields } from '../form-fields';
import { type FormProblem, formProblemOf, type SentForm } from '../form-problem';
import { asSentence } from '../people-words';
import { clientFields } from './client-form';

type Report = PlatformTypes['schemas']['ClientImport'];

/** What the columns of a file are for, in the order of an export. */
export const importColumns = {
  id: 'of a client that is changed; empty for a new one',
  name: 'needed for a new client',
  contact_name: 'the person to write to',
  contact_email: 'where to write',
  reference: 'the key in your own system; without an id, it decides which client is changed',
  domain: 'such as acme.example',
  tags: 'separated by semicolons',
  owner_id: 'the id of the member who looks after the client, as an export has it',
  member_ids: 'the ids of the members who see the client, separated by semicolons; empty for all',
  archived: 'true or false',
  created_at: 'ignored',
  updated_at: 'ignored',
} as const;

const csvField = 'csv';

export const importFields = {
  [csvField]: {
    label: 'Text of the file',
    hint: 'The first line names the columns. Up to 500 lines follow, about 90,000 characters.',
    type: 'textarea',
    words: {
      'must have a first line that names its columns, name at least':
        'The first line must name the columns, at least the name, the reference or the id.',
      'must name each column once': 'The first line names a column twice.',
      'must have 1 to 500 lines below the names of the columns':
        'Below the names of the columns there must be 1 to 500 lines.',
      'must have a quotation mark at both ends of a cell, or none':
        'A cell has a quotation mark at one end only. Inside a cell, a quotation mark is written twice.',
    },
  },
} satisfies FormFields;

/** Why no line was carried out. @throws the error itself if it is no refusal of the file. */
export function importProblemOf(error: unknown, sent: SentForm): FormProblem {
  const problem = formProblemOf(error, sent);
  if (!problem.text.includes('no other columns than')) return problem;
  const text = 'The first line names a column that clients do not have. Those that they have are below.';
  return { ...problem, text, errors: [{ field: csvField, text }] };
}

export interface ImportView {
  readonly counts: readonly { readonly outcome: string; readonly label: string; readonly count: number }[];
  /** Where they are in the file, and why. */
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
}

/** The report of a part of a file, of which `skipped` lines before it were sent already. */
export function importView(
  { created, updated, unchanged, refused, lines }: Report,
  skipped: number,
): ImportView {
  const counts = { created, updated, unchanged, refused };
  return {
    counts: Object.entries(counts).map(([outcome, count]) => ({
      outcome,
      label: outcomeWords[outcome as keyof typeof counts],
      count,
    })),
    refused: lines
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ line, reason }) => ({ line: line + skipped, reason: reasonInWords(reason ?? '') })),
  };
}

/** How many lines of the file were sent before this form; none if it does not say so. */
export function skippedIn(form: URLSearchParams): number {
  const text = form.get('skipped') ?? '';
  return /^\d{1,7}$/.test(text) ? Number(text) : 0;
}

const outcomeWords = {
  created: 'New clients',
  updated: 'Changed clients',
  unchanged: 'Lines that were stored already',
  refused: 'Refused lines',
} as const;

/** A file has columns that the form does not have. */
const fileFields: FormFields = {
  ...clientFields,
  owner_id: {
    ...clientFields.owner_id,
    words: {
      'must be the id of a member of the organization': 'This owner is no member of the organization.',
    },
  },
  member_ids: {
    label: 'Members who see the client',
    words: {
      'must be ids of members of the organization': 'A member who is to see it is none of the organization.',
    },
  },
  archived: { label: 'Archived' },
};

function reasonInWords(reason: string): string {
  return fieldErrorOf(fileFields, reason)?.text ?? asSentence(reason);
}
