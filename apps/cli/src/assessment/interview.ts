import { type PublicTypes } from '@governance/client';
import { type App } from '../app';
import { CommandError } from '../command-error';
import { plainText } from '../output/plain-text';
import { type Assessment } from './answers-file';
import { type Draft } from './draft';

type Rubric = PublicTypes['schemas']['Rubric'];

/** Asks the questions that the draft does not answer, and keeps each answer at once. */
export async function interview(app: App, draft: Draft, rubric: Rubric): Promise<Assessment> {
  if (!app.terminal.isInteractive)
    throw new CommandError('Questions are asked in a terminal only: give --answers FILE');
  const { select } = await import('@inquirer/prompts');
  const asked = rubric.questions.filter(({ modes }) => modes.includes(draft.mode));
  const choices = rubric.answerScale.map(({ value, label, meaning }) => ({
    value,
    name: plainText(`${value} ${label}`),
    description: plainText(meaning),
  }));
  if (draft.size > 0)
    app.terminal.note(`Continuing: ${draft.size} of ${asked.length} questions are answered`);
  for (const [index, { id, text, whenItDoesNotArise }] of asked.entries()) {
    if (draft.answerTo(id) !== undefined) continue;
    const message = plainText(`${index + 1}/${asked.length} ${text}`);
    app.terminal.note(whenItDoesNotArise);
    draft.answer(
      id,
      await select({ message, choices }, { output: app.terminal.promptOutput, signal: app.signal }),
    );
  }
  const answers = asked.map(({ id }) => [id, draft.answerTo(id) ?? 0] as const);
  return { answers: Object.fromEntries(answers), mode: draft.mode };
}
