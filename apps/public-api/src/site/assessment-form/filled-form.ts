import {
  canonicalOrganizationName,
  evidenceMembers,
  type SubmissionExtras,
  type SurveyResult,
} from '@governance/assessments';
import { canonicalAddress } from '@governance/deliveries';
import {
  type Answer,
  type Mode,
  modes,
  publishedRubrics,
  type Rubric,
  type RubricQuestion,
} from '@governance/rubric';
import { validateSync } from 'class-validator';
import { randomUUID } from 'node:crypto';
import { evidenceField, FilledEvidence } from './filled-evidence';
import { SubmitSurveyRequest } from '../../survey-results/submit-survey.dto';

/** A field that cannot be taken as it is: what the reader is told, and where the field is on the page. */
export interface FormProblem {
  readonly field: string;
  readonly text: string;
  /** Of a question that has no answer. */
  readonly number?: number;
}

/** The name of the field with the answer to a question. */
export function answerField(questionId: string): string {
  return `answers.${questionId}`;
}

const values: ReadonlyMap<string, Answer> = new Map(
  [0, 1, 2, 3].map((value) => [String(value), value as Answer]),
);
const texts: Readonly<Record<string, string>> = {
  submitterEmail: 'Enter an email address such as name@example.com, or leave it empty',
  notes: 'Shorten the notes to 10,000 characters',
  organizationName:
    'Enter 2 to 100 Latin letters, digits or common signs, without a web or email address, or leave it empty',
  renewalReminder: 'Enter an email address for the reminder, or clear this box',
};

/** The form as a person filled it in, without unknown fields and without answers to the other mode. */
export class FilledForm {
  readonly mode: Mode;
  readonly rubric: Rubric;
  readonly questions: readonly RubricQuestion[];
  readonly answers: Readonly<Record<string, Answer>>;
  readonly email: string;
  readonly notes: string;
  readonly organizationName: string;
  readonly evidence: FilledEvidence;
  readonly renewalReminder: boolean;
  /** Names this sheet of the form. */
  readonly key: string;
  /** The capability of the result that this sheet began from; empty for none. */
  readonly before: string;
  /** Whether it is to be shown once more, and not yet sent: browsers without scripts ask for it. */
  readonly check: boolean;
  readonly problems: readonly FormProblem[];

  constructor(fields: URLSearchParams) {
    const textOf = (name: string): string => fields.get(name) ?? '';
    this.mode = modes.find((mode) => mode === fields.get('mode')) ?? 'msp-self';
    this.rubric = publishedRubrics.find(textOf('rubricVersion')) ?? publishedRubrics.current;
    this.questions = this.rubric.questions.filter((question) => question.modes.includes(this.mode));
    this.answers = Object.fromEntries(
      this.questions.flatMap(({ id }) => {
        const answer = values.get(textOf(answerField(id)));
        return answer === undefined ? [] : [[id, answer]];
      }),
    );
    this.email = textOf('submitterEmail').trim();
    // A browser sends each line end as two characters, and counts it as one.
    this.notes = textOf('notes').replaceAll('\r\n', '\n').replaceAll('\0', '').trim();
    this.organizationName = canonicalOrganizationName(textOf('organizationName'));
    this.evidence = new FilledEvidence(fields, this.questions, this);
    this.renewalReminder = textOf('renewalReminder') === 'true';
    const key = textOf('key');
    this.key = /^[\w-]{16,64}$/.test(key) ? key : randomUUID();
    const before = textOf('before');
    this.before = /^[\w-]{48}$/.test(before) ? before : '';
    this.check = textOf('check') === 'true';
    this.problems = [...this.unanswered(), ...this.evidence.problems, ...this.invalid()];
  }

  /** A fresh sheet: what is missing on it is no problem yet. */
  static empty(mode: Mode, key: string): FilledForm {
    return FilledForm.kept(new URLSearchParams({ mode, key }));
  }

  /** A sheet with the answers, the evidence and the name of a result. Its address is to be entered again. Questions that it does not answer are open, but no problem yet. */
  static again(
    {
      mode,
      answers,
      evidence = {},
      organizationName = '',
    }: Pick<SurveyResult, 'mode' | 'answers'> & Pick<SubmissionExtras, 'evidence' | 'organizationName'>,
    key: string,
    before: string,
  ): FilledForm {
    const fields = new URLSearchParams({ mode, key, before, organizationName });
    for (const [id, answer] of Object.entries(answers)) fields.set(answerField(id), String(answer));
    for (const [id, entry] of Object.entries(evidence))
      for (const member of evidenceMembers) fields.set(evidenceField(member, id), entry[member] ?? '');
    return FilledForm.kept(fields);
  }

  /** A sheet that goes on from what was kept of it. What is missing on it is no problem yet. */
  static kept(fields: URLSearchParams): FilledForm {
    return Object.assign(new FilledForm(fields), { problems: [] });
  }

  get submission(): SubmitSurveyRequest {
    const { answers, mode, email, notes, organizationName, renewalReminder, rubric } = this;
    const { evidence } = this.evidence;
    return Object.assign(new SubmitSurveyRequest(), {
      answers,
      mode,
      rubricVersion: rubric.version,
      ...(email !== '' && { submitterEmail: canonicalAddress(email) ?? email }),
      ...(notes !== '' && { notes }),
      ...(organizationName !== '' && { organizationName }),
      ...(renewalReminder && { renewalReminder }),
      ...(Object.keys(evidence).length > 0 && { evidence }),
    });
  }

  private unanswered(): FormProblem[] {
    return this.questions.flatMap(({ id }, index) =>
      this.answers[id] === undefined
        ? [{ field: `q-${id}`, text: 'Choose an answer', number: index + 1 }]
        : [],
    );
  }

  /** By the rules of the API. */
  private invalid(): FormProblem[] {
    return validateSync(this.submission).map(({ property }) => ({
      field: property,
      text: texts[property] ?? 'This value is not accepted',
    }));
  }
}
