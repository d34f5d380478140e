import fc from 'fast-check';
import { smallRubrics } from '../spec/small-rubric';
import { LaunchPathFinder } from './launch-path-finder';
import { type Answer, type Answers, modes } from './outcome';
import { publishedRubrics } from './published-rubrics';
import { Questionnaire } from './questionnaire';
import { type RubricDocument } from './rubric-document';
import { Scorer } from './scorer';

const rubric = publishedRubrics.current;
const anAnswer = fc.constantFrom<Answer>(0, 1, 2, 3);

describe('the plan within some days', () => {
  const ids = rubric.questionsOf('msp-self').map(({ id }) => id);
  const all = (answer: Answer): Answers => Object.fromEntries(ids.map((id) => [id, answer]));

  it('is what an exhaustive search finds, on small rubrics § 10.12e', () => {
    fc.assert(
      fc.property(
        smallRubrics,
        fc.integer({ min: 0, max: 40 }),
        ({ document: rubricOfSix, answers }, budget) => {
          const questionnaire = new Questionnaire(rubricOfSix, 'msp-self');
          const raises = new LaunchPathFinder(rubricOfSix, questionnaire).findWithin(answers, budget);
          const end = Object.fromEntries(raises.map((raise) => [raise.question.id, raise.targetAnswer]));
          const cost = raises.reduce((sum, raise) => sum + raise.cost, 0);
          expect(cost).toBeLessThanOrEqual(budget);
          expect(
            worthOf(
              { ...answers, ...end },
              { document: rubricOfSix, questionnaire, cost, changes: raises.length },
            ),
          ).toEqual(bestWithin(budget, { document: rubricOfSix, questionnaire, answers }));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is empty without days, and when every answer is the highest', () => {
    expect(rubric.planWithin(all(1), 'msp-self', 0).steps).toEqual([]);
    expect(rubric.planWithin(all(3), 'msp-self', 30).steps).toEqual([]);
  });

  it('is the launch path where the days are exactly its effort, unless more points cost the same', () => {
    const path = rubric.launchPath(all(1), 'msp-self');
    const days = Math.ceil(path.effortDays);
    const plan = rubric.planWithin(all(1), 'msp-self', days);
    expect(plan.reachesLaunch).toBe(true);
    expect(plan.outcome.overallScore).toBeGreaterThanOrEqual(path.outcome.overallScore);
    expect(rubric.planWithin(all(1), 'msp-self', Math.floor(path.effortDays) - 1).reachesLaunch).toBe(false);
  });

  it('takes every answer to the highest with enough days', () => {
    const { outcome, steps, effortDays } = rubric.planWithin(all(0), 'msp-self', 1_000);
    expect({ score: outcome.overallScore, steps: steps.length, effortDays }).toEqual({
      score: 100,
      steps: 40,
      effortDays: 174,
    });
  });
});

describe('contributions', () => {
  it('add up to the score, but for what is rounded down', () => {
    fc.assert(
      fc.property(fc.constantFrom(...modes), fc.array(anAnswer, { minLength: 50 }), (mode, values) => {
        const answers = Object.fromEntries(
          rubric.questionsOf(mode).map(({ id }, index) => [id, values[index] ?? 0]),
        );
        const found = rubric.contributions(answers, mode);
        const gained = found.reduce((sum, { pointsGained }) => sum + pointsGained, 0);
        const lost = found.reduce((sum, { pointsLost }) => sum + pointsLost, 0);
        expect(Math.abs(gained - rubric.assess(answers, mode).overallScore)).toBeLessThan(1.4);
        expect(gained + lost).toBeGreaterThan(99.2);
        expect(gained + lost).toBeLessThanOrEqual(100.000_1);
      }),
    );
  });
});

interface Small {
  readonly document: RubricDocument;
  readonly questionnaire: Questionnaire;
}

/** Whether it launches, its points, and what it costs: better is greater, in this order. */
type Worth = readonly [launches: number, points: number, negativeCost: number, negativeChanges: number];

function worthOf(
  sheet: Answers,
  {
    document: rules,
    questionnaire,
    cost,
    changes,
  }: Small & { readonly cost: number; readonly changes: number },
): Worth {
  const launches = new Scorer(rules, questionnaire).assess(sheet).launchAllowed;
  const points = questionnaire.domains
    .flatMap(({ domain, questions }) =>
      questions.map(({ id, weight }) => domain.weight * weight * (sheet[id] ?? 0)),
    )
    .reduce((sum, each) => sum + each, 0);
  return [Number(launches), points, -cost, -changes];
}

function bestWithin(budget: number, { answers, ...rules }: Small & { readonly answers: Answers }): Worth {
  const { questions } = rules.questionnaire;
  let best: Worth = [-1, 0, 0, 0];
  const visit = (sheet: Record<string, Answer>, at: number, so: { cost: number; changes: number }): void => {
    if (so.cost > budget) return;
    const question = questions[at];
    if (question === undefined) {
      const worth = worthOf(sheet, { ...rules, ...so });
      const place = worth.findIndex((value, index) => value !== best[index]);
      if (place >= 0 && (worth[place] ?? 0) > (best[place] ?? 0)) best = worth;
      return;
    }
    const current = answers[question.id] ?? 0;
    for (const answer of ([0, 1, 2, 3] as const).filter((value) => value >= current)) {
      visit({ ...sheet, [question.id]: answer }, at + 1, {
        cost: so.cost + question.remediation.effortDays * (answer - current),
        changes: so.changes + Number(answer > current),
      });
    }
  };
  visit({}, 0, { cost: 0, changes: 0 });
  return best;
}
