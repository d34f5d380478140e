import { canRemind } from '@governance/assessments';
import { type Mode, type Rubric, type RubricQuestion } from '@governance/rubric';
import { type ReferenceView, referencesOf } from '../references';
import { type OwnEvidenceView, ownEvidenceView } from './own-evidence-view';
import { type FilledForm, type FormProblem } from './filled-form';

/** How each mode is named to those who choose it; what it is about is the rubric's to say. */
const modeTexts: Readonly<Record<Mode, { title: string; about: string }>> = {
  'msp-self': {
    title: 'Your own organisation',
    about:
      'You answer about your managed service provider and the services that you give to all your clients.',
  },
  'client-on-behalf': {
    title: 'One of your clients',
    about:
      'You answer about one client’s organisation and the AI uses that you run or support for it. In the questions, “the organisation” is the client.',
  },
};
const modeOrder: readonly Mode[] = ['msp-self', 'client-on-behalf'];

export interface StartView {
  readonly questions: number;
  readonly domains: number;
  readonly scale: Rubric['answerScale'];
  readonly modes: readonly {
    readonly id: Mode;
    readonly title: string;
    readonly about: string;
    readonly first: boolean;
  }[];
  readonly personalDataDays: number;
  readonly reminder: boolean;
}

export function startView(rubric: Rubric, personalDataDays: number): StartView {
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

export interface QuestionView {
  readonly id: string;
  readonly number: number;
  readonly text: string;
  readonly gate: boolean;
  /** What the rubric counts as evidence. */
  readonly evidence: string;
  readonly own: OwnEvidenceView;
  /** What to answer if the question does not apply, or what counts then; empty if it always applies. */
  readonly otherwise: string;
  readonly mayNotApply: boolean;
  readonly unanswered: boolean;
  readonly references: readonly ReferenceView[];
  readonly answers: readonly { readonly value: number; readonly label: string; readonly checked: boolean }[];
}

export interface StepView {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly summary: string;
  readonly weight: number;
  readonly questions: readonly QuestionView[];
  readonly before: string;
  readonly next: { readonly id: string; readonly title: string };
}

export interface AssessmentView {
  readonly pageTitle: string;
  readonly mode: Mode;
  readonly modeTitle: string;
  readonly modeAbout: string;
  readonly aboutClient: boolean;
  readonly other: { readonly id: Mode; readonly title: string };
  readonly rubricVersion: string;
  readonly key: string;
  /** The capability of the result that the form began from, and its day; both empty for none. */
  readonly before: string;
  readonly beforeDay: string;
  readonly scale: Rubric['answerScale'];
  readonly total: number;
  readonly steps: readonly StepView[];
  readonly domains: number;
  /** The number of the last step, which sends. */
  readonly last: number;
  readonly lastStep: string;
  readonly email: { readonly value: string; readonly error: string };
  readonly notes: { readonly value: string; readonly error: string };
  readonly organizationName: { readonly value: string; readonly error: string };
  /** `offered`: an address is kept until its reminder is due. */
  readonly reminder: { readonly offered: boolean; readonly checked: boolean; readonly error: string };
  readonly personalDataDays: number;
  readonly problems: boolean;
  readonly unanswered: readonly FormProblem[];
  readonly several: boolean;
  readonly invalid: readonly FormProblem[];
}

export function assessmentView(form: FilledForm, personalDataDays: number): AssessmentView {
  const { mode, rubric, problems } = form;
  const other = modeOrder.find((id) => id !== mode) ?? mode;
  const errorOf = (field: string): string => problems.find((problem) => problem.field === field)?.text ?? '';
  const unanswered = problems.filter(({ number }) => number !== undefined);
  return {
    pageTitle: problems.length > 0 ? 'Not sent yet' : 'Assessment',
    mode,
    modeTitle: modeTexts[mode].title,
    modeAbout: modeTexts[mode].about,
    aboutClient: mode === 'client-on-behalf',
    other: { id: other, title: modeTexts[other].title },
    rubricVersion: rubric.version,
    key: form.key,
    before: form.before,
    beforeDay: '',
    scale: rubric.answerScale,
    total: form.questions.length,
    steps: stepsOf(form),
    domains: rubric.domains.length,
    last: rubric.domains.length + 1,
    lastStep: rubric.domains.at(-1)?.id ?? '',
    email: { value: form.email, error: errorOf('submitterEmail') },
    notes: { value: form.notes, error: errorOf('notes') },
    organizationName: { value: form.organizationName, error: errorOf('organizationName') },
    reminder: {
      offered: canRemind(personalDataDays),
      checked: form.renewalReminder,
      error: errorOf('renewalReminder'),
    },
    personalDataDays,
    problems: problems.length > 0,
    unanswered,
    several: unanswered.length > 1,
    invalid: problems.filter(({ number }) => number === undefined),
  };
}

function stepsOf(form: FilledForm): StepView[] {
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
      next: { id: next?.id ?? 'send', title: next?.title ?? 'Review and send' },
    };
  });
}

function questionView(question: RubricQuestion, form: FilledForm): QuestionView {
  const { questions, answers, rubric, problems } = form;
  const { id, text, gateMinimum, evidenceHint, whenItDoesNotArise } = question;
  return {
    id,
    number: questions.indexOf(question) + 1,
    text,
    gate: gateMinimum !== null,
    evidence: evidenceHint,
    own: ownEvidenceView(id, form),
    otherwise: alwaysApplies.test(whenItDoesNotArise) ? '' : whenItDoesNotArise,
    mayNotApply: whenItDoesNotArise.startsWith('Answer Yes when'),
    unanswered: problems.some(({ field }) => field === `q-${id}`),
    references: referencesOf(question, rubric),
    answers: rubric.answerScale.map(({ value, label }) => ({ value, label, checked: answers[id] === value })),
  };
}

function questionsOf(rubric: Rubric, mode: Mode): readonly RubricQuestion[] {
  return rubric.questions.filter(({ modes }) => modes.includes(mode));
}
