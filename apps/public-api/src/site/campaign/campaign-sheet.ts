import { type LinkedDraft, type DraftFields, evidenceMembers } from '@governance/assessments';
import { type RubricQuestion } from '@governance/rubric';
import { evidenceField } from '../assessment-form/filled-evidence';
import { answerField, FilledForm } from '../assessment-form/filled-form';

/** The form of a draft, as it was saved. */
export function savedSheet({ mode, fields }: LinkedDraft): FilledForm {
  return FilledForm.kept(new URLSearchParams({ ...fields, mode }));
}

/** The form of a draft, as a browser sent it. It keeps the rubric that the first save has used. */
export function postedSheet({ mode, fields }: LinkedDraft, posted: URLSearchParams): FilledForm {
  const sheet = new URLSearchParams(posted);
  sheet.set('mode', mode);
  if (fields.rubricVersion !== undefined) sheet.set('rubricVersion', fields.rubricVersion);
  return new FilledForm(sheet);
}

/** The version of the draft that a browser has seen; none for a text that is no version. */
export function versionSeen(posted: URLSearchParams): number {
  const text = posted.get('version') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

/** The fields that people fill in, and that a draft keeps, in the order of the form. */
export function keptNames(questions: readonly RubricQuestion[]): string[] {
  const ofQuestions = questions.flatMap(({ id }) => [
    answerField(id),
    ...evidenceMembers.map((member) => evidenceField(member, id)),
  ]);
  return [...ofQuestions, 'organizationName', 'notes'];
}

/** What a draft keeps of a form: what was typed, also if it cannot be sent yet. */
export function keptFields({
  rubric,
  questions,
  answers,
  evidence,
  organizationName,
  notes,
}: FilledForm): DraftFields {
  const fields = { rubricVersion: rubric.version, organizationName, notes };
  const ofQuestions = questions.flatMap(({ id }): [string, string][] => [
    [answerField(id), String(answers[id] ?? '')],
    ...evidenceMembers.map((member): [string, string] => [
      evidenceField(member, id),
      evidence.of(id)[member],
    ]),
  ]);
  return Object.fromEntries([...Object.entries(fields), ...ofQuestions].filter(([, value]) => value !== ''));
}
