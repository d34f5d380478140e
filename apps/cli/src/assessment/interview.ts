import { type PublicTypes } from '@governance/client';
import { existsSync } from 'node:fs';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { plainText } from '../output/plain-text';
import { type Assessment, type Mode } from './answers-file';
import { Draft } from './draft';

type Rubric = PublicTypes['schemas']['Rubric'];
type Question = Rubric['questions'][number];

/** The choice that is no answer. */
const back = -1;

/** Asks whom the assessment is about, unless that is known, and the questions that the draft does not answer. Keeps each answer at once. */
export async function interview(
  app: App,
  rubric: Rubric,
  { file, mode }: { readonly file: string; readonly mode: Mode | undefined },
): Promise<Assessment & { readonly draft: Draft }> {
  if (!app.terminal.isInteractive)
    throw new CommandError('Questions are asked in a terminal only: give --answers FILE');
  const draft = Draft.open(file, mode ?? (existsSync(file) ? undefined : await modeOf(app, rubric)));
  const asked = rubric.questions.filter(({ modes }) => modes.includes(draft.mode));
  if (draft.size > 0)
    app.terminal.note(`Continuing: ${draft.size} of ${asked.length} questions are answered`);
  const unanswered = (): Question | undefined => asked.find(({ id }) => draft.answerTo(id) === undefined);
  let next = unanswered();
  let domain: string | undefined;
  while (next) {
    const [question, index] = [next, asked.indexOf(next)];
    if (question.domainId !== domain) introduceDomain(app, rubric, question.domainId);
    domain = question.domainId;
    for (const hint of hintsOf(question)) app.terminal.note(hint);
    const message = `${index + 1}/${asked.length} ${question.text}`;
    const earlier = draft.answerTo(question.id);
    const answer = await choose(app, {
      message,
      choices: answersOf(rubric, { isFirst: index === 0 }),
      earlier,
    });
    if (answer !== back) draft.answer(question.id, answer);
    next = answer === back ? asked[index - 1] : unanswered();
  }
  const answers = Object.fromEntries(asked.map(({ id }) => [id, draft.answerTo(id) ?? 0] as const));
  return { answers, mode: draft.mode, draft };
}

function answersOf({ answerScale }: Rubric, { isFirst }: { readonly isFirst: boolean }): Choice<number>[] {
  const answers = answerScale.map(({ value, label, meaning }) => ({
    value,
    name: `${value} ${label}`,
    description: meaning,
  }));
  return isFirst
    ? answers
    : [...answers, { value: back, name: 'Back to the question before', description: '' }];
}

function modeOf(app: App, { modes }: Rubric): Promise<Mode> {
  const choices = modes.map(({ id, title, answerAbout }) => ({
    value: id,
    name: title,
    description: `Answer about ${answerAbout}`,
  }));
  return choose(app, { message: 'Whom is the assessment about?', choices });
}

function introduceDomain(app: App, { domains }: Rubric, domainId: string): void {
  const index = domains.findIndex(({ id }) => id === domainId);
  const domain = domains[index];
  if (!domain) return;
  app.terminal.note('');
  app.terminal.note(
    `Domain ${index + 1} of ${domains.length}: ${domain.title} (${domain.weight} % of the score)`,
  );
  app.terminal.note(domain.summary);
}

/** As on the site. */
function hintsOf({ gateMinimum, evidenceHint, whenItDoesNotArise: otherwise }: Question): string[] {
  const isCondition = otherwise.startsWith('Answer Yes when');
  return [
    '',
    ...(gateMinimum !== null ? ['Required control: a launch requires at least “Mostly”.'] : []),
    `Evidence: ${evidenceHint}.`,
    ...(otherwise === 'Always applies.'
      ? []
      : [`${isCondition ? 'If this does not apply' : 'Note'}: ${otherwise}`]),
  ];
}

interface Choice<Value> {
  readonly value: Value;
  readonly name: string;
  readonly description: string;
}

interface Choosing<Value> {
  readonly message: string;
  readonly choices: readonly Choice<Value>[];
  /** Selected at first. */
  readonly earlier?: Value | undefined;
}

async function choose<Value>(app: App, { message, choices, earlier }: Choosing<Value>): Promise<Value> {
  const { select } = await import('@inquirer/prompts');
  const plain = choices.map(({ value, name, description }) => ({
    value,
    name: plainText(name),
    description: plainText(description),
  }));
  const context = { output: app.terminal.promptOutput, signal: app.signal };
  return select(
    { message: plainText(message), choices: plain, ...(earlier !== undefined && { default: earlier }) },
    context,
  );
}
