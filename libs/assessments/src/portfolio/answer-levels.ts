import { type Answer, type Answers, type Mode, type RubricRules } from '@governance/rubric';

/**
 * The answers of a result in the form that lists store: one digit from 0 to 3 for each question of the mode, by ascending question
 * id. Rubrics have ids of ASCII letters, so the database sorts them as `toSorted` does.
 */
export type AnswerLevels = string;

/** The ids in the order of the digits. */
export function questionsOfLevels(rubric: RubricRules, mode: Mode): readonly string[] {
  return rubric
    .questionsOf(mode)
    .map(({ id }) => id)
    .toSorted();
}

export function levelsOf(answers: Answers): AnswerLevels {
  return Object.keys(answers)
    .toSorted()
    .map((id) => answers[id])
    .join('');
}

/** Undefined for digits that are not of this rubric and mode. */
export function answersOf(rubric: RubricRules, mode: Mode, levels: AnswerLevels): Answers | undefined {
  const ids = questionsOfLevels(rubric, mode);
  if (levels.length !== ids.length || !/^[0-3]*$/.test(levels)) return undefined;
  return Object.fromEntries(ids.map((id, index) => [id, Number(levels[index]) as Answer]));
}
