import { propertyRuns } from '@governance/testing';
import fc from 'fast-check';
import { type Answer, type Answers, type AnswerStep, modes } from './outcome';
import { publishedRubrics } from './published-rubrics';

const rubric = publishedRubrics.current;
const published = new Map(rubric.questions.map((question) => [question.id, question]));
const domainWeights = new Map(rubric.domains.map(({ id, weight }) => [id, weight]));

const hundredths = (figure: number): number => Math.round(figure * 100);
const total = (steps: readonly AnswerStep[]): number =>
  steps.reduce((sum, { points }) => sum + hundredths(points), 0);

/** The figures of a step under the published rule, computed only from the published numbers. */
function figuresOf(questionId: string, from: Answer, to: Answer): { effortDays: number; points: number } {
  const { weight, domainId, remediation } = published.get(questionId) ?? fail(questionId);
  const gain = (domainWeights.get(domainId) ?? fail(domainId)) * weight * (to - from);
  return {
    effortDays: Number(((remediation.effortDays * (to - from)) / 3).toFixed(2)),
    points: Math.floor((gain * 100) / 30) / 100,
  };
}

function fail(id: string): never {
  throw new Error(`${id} is not published`);
}

describe.each(modes)('the steps of a plan for %s', (mode) => {
  const ids = rubric.questions.filter((question) => question.modes.includes(mode)).map(({ id }) => id);
  const sheets = fc
    .array(fc.constantFrom<Answer>(0, 1, 2, 3), { minLength: ids.length, maxLength: ids.length })
    .map((values): Answers => Object.fromEntries(ids.map((id, index) => [id, values[index] ?? 0])));

  it('lead from the current answer through the target to 3, each with its own effort and points', () => {
    fc.assert(
      fc.property(sheets, (answers) => {
        for (const { questionId, currentAnswer, targetAnswer, steps } of rubric.assess(answers, mode)
          .remediation) {
          const stops = [currentAnswer, ...new Set([targetAnswer, 3 as const])];
          expect(steps).toEqual(
            stops.slice(1).map((to, index) => {
              const from = stops[index] ?? 0;
              return { currentAnswer: from, targetAnswer: to, ...figuresOf(questionId, from, to) };
            }),
          );
        }
      }),
      { numRuns: propertyRuns },
    );
  });

  it('add up to the published points of the item', () => {
    fc.assert(
      fc.property(sheets, (answers) => {
        for (const { steps, points } of rubric.assess(answers, mode).remediation)
          expect(total(steps)).toBe(hundredths(points));
      }),
      { numRuns: propertyRuns },
    );
  });

  it('have the figures of the launch path for every common step', () => {
    let shared = 0;
    fc.assert(
      fc.property(sheets, (answers) => {
        const plan = new Map(rubric.assess(answers, mode).remediation.map((item) => [item.questionId, item]));
        for (const { questionId, currentAnswer, targetAnswer, effortDays, points } of rubric.launchPath(
          answers,
          mode,
        ).steps) {
          expect({ effortDays, points }).toEqual(figuresOf(questionId, currentAnswer, targetAnswer));
          const same = plan.get(questionId)?.steps.find((step) => step.targetAnswer === targetAnswer);
          if (same?.currentAnswer !== currentAnswer) continue;
          shared += 1;
          expect(same).toEqual({ currentAnswer, targetAnswer, effortDays, points });
        }
      }),
      { numRuns: propertyRuns },
    );
    expect(shared).toBeGreaterThan(propertyRuns);
  });

  it('add up to the effort of the launch path', () => {
    fc.assert(
      fc.property(sheets, (answers) => {
        const { steps, effortDays } = rubric.launchPath(answers, mode);
        const thirds = steps.reduce((sum, step) => sum + Math.round(step.effortDays * 3), 0);
        expect(effortDays).toBe(Math.round((thirds * 100) / 3) / 100);
      }),
      { numRuns: propertyRuns },
    );
  });
});
