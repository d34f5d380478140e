import {
  answerInWords,
  type LinkedDraft,
  type DraftDifference,
  draftDifferences,
  type EvidenceMember,
  evidenceMembers,
} from '@governance/assessments';
import { type Answer, type RubricQuestion } from '@governance/rubric';
import { evidenceField } from '../assessment-form/filled-evidence';
import { answerField, type FilledForm } from '../assessment-form/filled-form';
import { momentOf } from '../moment';
import { keptFields, keptNames } from './campaign-sheet';

const memberLabels: Readonly<Record<EvidenceMember, string>> = {
  owner: 'owner of the evidence',
  note: 'note on the evidence',
  link: 'link to the evidence',
  reviewOn: 'review of the evidence',
};

/** What differs between a form and its draft, in the order of the form. */
export function differencesOf(form: FilledForm, { fields }: LinkedDraft): DraftDifference[] {
  return draftDifferences(keptNames(form.questions), { mine: keptFields(form), saved: fields });
}

/** Both values of each field that differs, to choose from. The other fields stay in the form. */
export function versionsView(form: FilledForm, draft: LinkedDraft) {
  const differences = differencesOf(form, draft);
  const labels = labelsOf(form.questions);
  const differing = new Set(differences.map(({ name }) => name));
  const kept = Object.entries(keptFields(form)).map(([name, value]) => ({ name, value }));
  return {
    version: draft.version,
    savedAt: momentOf((draft.savedAt ?? draft.closesAt).toISOString()),
    same: kept.filter(({ name }) => !differing.has(name)),
    differences: differences.map(({ name, mine, saved }) => ({
      name,
      label: labels.get(name) ?? '',
      choices: [
        choice('In this browser', { name, value: mine, other: saved }),
        choice('Saved by the other browser', { name, value: saved, other: mine }),
      ],
    })),
  };
}

/** What was filled in on one side only is chosen at first. Between two values, a person chooses. */
function choice(
  whose: string,
  { name, value, other }: { readonly name: string; readonly value: string; readonly other: string },
) {
  return { whose, value, text: inWords(name, value), chosen: value !== '' && other === '' };
}

function inWords(name: string, value: string): string {
  const isAnswer = name.startsWith(answerField(''));
  if (value === '') return isAnswer ? 'Unanswered' : 'Empty';
  return isAnswer ? answerInWords[Number(value) as Answer] : value;
}

function labelsOf(questions: readonly RubricQuestion[]): ReadonlyMap<string, string> {
  const ofQuestions = questions.flatMap(({ id, text }, index): [string, string][] => [
    [answerField(id), `Question ${index + 1}: ${text}`],
    ...evidenceMembers.map((member): [string, string] => [
      evidenceField(member, id),
      `Question ${index + 1}, ${memberLabels[member]}`,
    ]),
  ]);
  return new Map([...ofQuestions, ['organizationName', 'Organization name'], ['notes', 'Notes']]);
}
