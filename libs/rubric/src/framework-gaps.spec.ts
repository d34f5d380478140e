import { frameworkCoverage } from './framework-coverage';
import { frameworkGaps } from './framework-gaps';
import { type Answer, type Answers, modes } from './outcome';
import { publishedRubrics } from './published-rubrics';
import { type RubricRules } from './rubric-rules';

const steps: readonly Answer[] = [3, 3, 2, 3, 0, 1, 3];

function answersOf(rubric: RubricRules): Answers {
  return Object.fromEntries(rubric.questions.map(({ id }, index) => [id, steps[index % steps.length] ?? 3]));
}

describe('frameworkGaps', () => {
  it.each(publishedRubrics.versions)('are the gaps that the report of rubric %s lists', (version) => {
    const rubric = publishedRubrics.find(version);
    if (rubric === undefined) throw new Error(version);
    for (const mode of modes) {
      for (const answers of [answersOf(rubric), {}]) {
        const listed = frameworkCoverage(rubric, answers, mode).map(({ id, name, clauses }) => ({
          id,
          name,
          clauses: clauses.length,
          gaps: clauses.filter(({ lowestAnswer }) => lowestAnswer < 3).length,
        }));
        expect(frameworkGaps(rubric, answers, mode)).toEqual(listed);
      }
    }
  });

  it('are none with the best answers', () => {
    const rubric = publishedRubrics.current;
    const best = Object.fromEntries(rubric.questions.map(({ id }) => [id, 3 as const]));
    expect(frameworkGaps(rubric, best, 'msp-self').map(({ gaps }) => gaps)).toEqual([0, 0, 0]);
  });
});
