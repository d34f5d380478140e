import { type Answer, modes, publishedRubrics } from '@governance/rubric';
import { propertyRuns } from '@governance/testing';
import fc from 'fast-check';
import { answersOf, levelsOf, questionsOfLevels } from './answer-levels';

const rubric = publishedRubrics.current;

describe.each(modes)('answer levels of %s', (mode) => {
  const ids = questionsOfLevels(rubric, mode);
  const sheets = fc
    .array(fc.constantFrom<Answer>(0, 1, 2, 3), { minLength: ids.length, maxLength: ids.length })
    .map((answers) => rubric.checkAnswers(Object.fromEntries(ids.map((id, n) => [id, answers[n]])), mode));

  it('are read as they were written', () => {
    fc.assert(
      fc.property(sheets, (answers) => {
        expect(answersOf(rubric, mode, levelsOf(answers))).toEqual({ ...answers });
      }),
      { numRuns: propertyRuns },
    );
  });

  it('are ordered by ids that the database sorts alike', () => {
    expect(ids).toEqual(ids.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
  });

  it.each(['', '3', '3'.repeat(ids.length + 1), `4${'3'.repeat(ids.length - 1)}`, 'x'.repeat(ids.length)])(
    'are none when they are of another rubric: %s',
    (levels) => {
      expect(answersOf(rubric, mode, levels)).toBeUndefined();
    },
  );
});
