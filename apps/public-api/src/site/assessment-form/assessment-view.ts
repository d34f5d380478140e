import { canRemind } from '@governance/assessments';
import { type Mode, type Rubric, type RubricQuestion } from '@governance/rubric';
import { referencesOf } from '../references';
import { ownEvidenceView } from './own-evidence-view';
import { type FilledForm } from './filled-form';

/** How each mode is named to those who choose it; what it is about is the rubric's to say. */
const modeTexts: Readonly<Record<Mode, { title: string; about: string }>> = {
  'msp-self': {
    title: 'Your own organization',
    about:
      'You answer about your managed service provider and the services that you give to all your clients.',
  },
  'client-on-behalf': {
    title: 'One of your clients',
    about:
      'You answer about one client’s organization and the AI uses that you run or support for it. All questions are about that client.',
  },
};
const modeOrder: readonly Mode[] = ['msp-self', 'client-on-behalf'];

export function startView(rubric: Rubric, personalDataDays: number) {
  return {
    questions: questionsOf(rubric, 'msp-self').length,
    domains: rubric.domains.length,
    scale: rubric.answerScale,
    modes: modeOrder.map((id, index) => ({ id, ...modeTexts[id], first: index === 0 })),
    personalDataDays,
    reminder: canRemind(personalDataDays),
  };
}

/** As rubric 1.0.0 words it, and the later versions. */
const alwaysApplies = /^Always (?:arises|applies)\.$/;

/** What to answer if a question does not apply, or what counts then; empty if it always applies. */
export function otherwiseOf({ whenItDoesNotArise: text }: RubricQuestion) {
  return {
    otherwise: alwaysApplies.test(text) ? '' : text,
    mayNotApply: text.startsWith('Answer Yes when'),
  };
}

/** What the form says if a campaign asks for it. */
export interface AskedBy {
  readonly senderName: string;
  readonly clientName: string;
  readonly due: string;
  /** The path of the campaign's link, to which `/assessment` is added. */
  readonly path: string;
  /** The version of the draft that the form shows. */
  readonly version: number;
}

/** How each mode is explained to a client whom a campaign asks. */
const askedTexts: Readonly<Record<Mode, string>> = {
  'msp-self': 'All questions are about your organization and the services that it gives to its clients.',
  'client-on-behalf': 'All questions are about your organization and the AI that it uses.',
};

export function assessmentView(form: FilledForm, personalDataDays: number, askedBy?: AskedBy) {
  const { mode, rubric, problems } = form;
  const other = modeOrder.find((id) => id !== mode) ?? mode;
  const errorOf = (field: string): string => problems.find((problem) => problem.field === field)?.text ?? '';
  const unanswered = problems.filter(({ number }) => number !== undefined);
  return {
    pageTitle: titleOf(form),
    mode,
    modeTitle: modeTexts[mode].title,
    modeAbout: askedBy ? askedTexts[mode] : modeTexts[mode].about,
    aboutClient: mode === 'client-on-behalf' && !askedBy,
    // Undefined for a person who assesses without being asked.
    askedBy,
    path: `${askedBy?.path ?? ''}/assessment`,
    listed: !askedBy,
    other: { id: other, title: modeTexts[other].title },
    rubricVersion: rubric.version,
    key: form.key,
    // The capability of the result that the form began from, and its day; both empty for none.
    before: form.before,
    beforeDay: '',
    scale: rubric.answerScale,
    total: form.questions.length,
    steps: stepsOf(form),
    domains: rubric.domains.length,
    // The number of the last step, which sends.
    last: rubric.domains.length + 1,
    lastStep: rubric.domains.at(-1)?.id ?? '',
    email: { value: form.email, error: errorOf('submitterEmail') },
    notes: { value: form.notes, error: errorOf('notes') },
    organizationName: { value: form.organizationName, error: errorOf('organizationName') },
    // `offered`: an address is kept until its reminder is due.
    reminder: {
      offered: canRemind(personalDataDays),
      checked: form.renewalReminder,
      error: errorOf('renewalReminder'),
    },
    personalDataDays,
    checking: isChecked(form),
    problems: problems.length > 0,
    unanswered,
    several: unanswered.length > 1,
    invalid: problems.filter(({ number }) => number === undefined),
  };
}

function isChecked({ check, problems }: FilledForm): boolean {
  return check && problems.length === 0;
}

function titleOf(form: FilledForm): string {
  if (form.problems.length > 0) return 'Not sent yet';
  return isChecked(form) ? 'Check your answers' : 'Assessment';
}

function stepsOf(form: FilledForm) {
  const { domains } = form.rubric;
  return domains.map(({ id, title, summary, weight }, index) => {
    const next = domains[index + 1];
    return {
      id,
      number: index + 1,
      title,
      summary,
      weight,
      questions: form.questions
        .filter(({ domainId }) => domainId === id)
        .map((question) => questionView(question, form)),
      before: domains[index - 1]?.id ?? '',
      next: { id: next?.id ?? 'send', title: next?.title ?? 'Check and send' },
    };
  });
}

function questionView(question: RubricQuestion, form: FilledForm) {
  const { questions, answers, rubric, problems } = form;
  const { id, text, gateMinimum, evidenceHint, remediation } = question;
  return {
    id,
    number: questions.indexOf(question) + 1,
    title: remediation.title,
    text,
    gate: gateMinimum !== null,
    // What the rubric counts as evidence.
    evidence: evidenceHint,
    own: ownEvidenceView(id, form),
    ...otherwiseOf(question),
    unanswered: problems.some(({ field }) => field === `q-${id}`),
    references: referencesOf(question, rubric),
    answers: rubric.answerScale.map(({ value, label }) => ({ value, label, checked: answers[id] === value })),
  };
}

function questionsOf(rubric: Rubric, mode: Mode): readonly RubricQuestion[] {
  return rubric.questions.filter(({ modes }) => modes.includes(mode));
}
