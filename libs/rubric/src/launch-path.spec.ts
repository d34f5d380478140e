import { propertyRuns } from '@governance/testing';
import fc from 'fast-check';
import golden from './published/1.0.0.golden.json';
import { smallRubric, smallRubrics } from '../spec/small-rubric';
import { LaunchPathFinder } from './launch-path-finder';
import { type Answer, type Answers, type LaunchPath, type Mode, modes } from './outcome';
import v1 from './published/1.0.0.json';
import { publishedRubrics } from './published-rubrics';
import { Questionnaire } from './questionnaire';
import { rubricDocument, type RubricDocument, type RubricQuestion } from './rubric-document';
import { Scorer } from './scorer';

const rubric = publishedRubrics.current;
const document = rubricDocument.parse(v1);
const anAnswer = fc.constantFrom<Answer>(0, 1, 2, 3);

function walked(answers: Answers, { steps }: LaunchPath): Answers {
  return { ...answers, ...Object.fromEntries(steps.map((step) => [step.questionId, step.targetAnswer])) };
}

describe.each(modes)('the launch path for %s', (mode: Mode) => {
  const ids = rubric.questions.filter((question) => question.modes.includes(mode)).map(({ id }) => id);
  const sheets = fc
    .oneof(
      fc.array(anAnswer, { minLength: ids.length, maxLength: ids.length }),
      // Close to a launch, where a single answer decides.
      fc.array(fc.constantFrom<Answer>(1, 2, 2, 2, 3, 3), { minLength: ids.length, maxLength: ids.length }),
    )
    .map((values): Answers => Object.fromEntries(ids.map((id, index) => [id, values[index] ?? 0])));
  const refused = sheets.filter((answers) => !rubric.assess(answers, mode).launchAllowed);

  it('changes the verdict in random refused cases, and every step of it is necessary in full', () => {
    let cases = 0;
    fc.assert(
      fc.property(refused, (answers) => {
        cases += 1;
        const path = rubric.launchPath(answers, mode);
        const end = walked(answers, path);
        expect(rubric.assess(end, mode).launchAllowed).toBe(true);
        for (const { questionId, targetAnswer } of path.steps) {
          const shortened = { ...end, [questionId]: (targetAnswer - 1) as Answer };
          expect(rubric.assess(shortened, mode).launchAllowed).toBe(false);
        }
      }),
      { numRuns: propertyRuns },
    );
    expect(cases).toBe(propertyRuns);
  });

  it('is empty when launch is already allowed', () => {
    const full = Object.fromEntries(ids.map((id) => [id, 3 as const]));
    const { overallScore, tier, launchAllowed, launchReason, domainScores } = rubric.assess(full, mode);
    const outcome = { overallScore, tier, launchAllowed, launchReason, domainScores };
    expect(rubric.launchPath(full, mode)).toEqual({ steps: [], effortDays: 0, outcome });
  });

  it('takes every unmet gate to its minimum at least', () => {
    fc.assert(
      fc.property(refused, (answers) => {
        const gates = document.questions.filter(
          ({ id, gateMinimum }) =>
            gateMinimum !== null && ids.includes(id) && (answers[id] ?? 0) < gateMinimum,
        );
        const met = rubric.launchPath(answers, mode).steps.filter(({ meetsGate }) => meetsGate);
        expect(met.map(({ questionId }) => questionId).toSorted()).toEqual(
          gates.map(({ id }) => id).toSorted(),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('follows the order of the remediation plan', () => {
    fc.assert(
      fc.property(refused, (answers) => {
        const order = rubric.assess(answers, mode).remediation.map(({ questionId }) => questionId);
        const steps = rubric.launchPath(answers, mode).steps.map(({ questionId }) => questionId);
        expect(steps).toEqual(order.filter((id) => steps.includes(id)));
      }),
      { numRuns: 200 },
    );
  });

  it('is the same for the same answers in any order, and counts a missing one as 0', () => {
    const zeros = Object.fromEntries(ids.map((id) => [id, 0 as const]));
    const reversed = Object.fromEntries(Object.entries(zeros).toReversed());
    expect(rubric.launchPath(reversed, mode)).toEqual(rubric.launchPath(zeros, mode));
    expect(rubric.launchPath({}, mode)).toEqual(rubric.launchPath(zeros, mode));
  });
});

describe('the cheapest path', () => {
  it('costs what an exhaustive search finds, on small rubrics', () => {
    fc.assert(
      fc.property(smallRubrics, ({ document: rubricOfSix, answers }) => {
        const questionnaire = new Questionnaire(rubricOfSix, 'msp-self');
        const raises = new LaunchPathFinder(rubricOfSix, questionnaire).find(answers);
        const cost = raises.reduce((sum, raise) => sum + raise.cost, 0);
        expect({ cost, changes: raises.length }).toEqual(exhaustively(rubricOfSix, questionnaire, answers));
      }),
      { numRuns: 60 },
    );
  });

  it('may skip an expensive question and raise cheaper ones elsewhere', () => {
    const { document: rubricOfSix, answers } = smallRubric({
      domainWeights: [1, 1],
      overallFloor: 50,
      domainFloor: 0,
      questions: [9, 9, 9, 1, 2, 9].map((effortDays) => ({
        weight: 1,
        effortDays,
        gateMinimum: null,
        answer: 1,
      })),
    });
    const raises = new LaunchPathFinder(rubricOfSix, new Questionnaire(rubricOfSix, 'msp-self')).find(
      answers,
    );
    expect(raises.map(({ question, targetAnswer, cost }) => [question.id, targetAnswer, cost])).toEqual([
      ['q3', 3, 2],
      ['q4', 2, 2],
    ]);
  });

  it('throws when no answers meet the rule', () => {
    const { document: impossible, answers } = smallRubric({
      domainWeights: [1, 1],
      overallFloor: 101,
      domainFloor: 0,
      questions: [],
    });
    const finder = new LaunchPathFinder(impossible, new Questionnaire(document, 'msp-self'));
    expect(() => finder.find(answers)).toThrow('cannot be met');
  });
});

describe('golden paths', () => {
  const paths = golden.cases
    .filter(({ name }) => name.startsWith('persona-'))
    .map(({ name, mode, answers }) => ({ name, path: rubric.launchPath(answers as Answers, mode as Mode) }));

  it('never change for a published rubric', () => {
    const summary = paths.map(({ name, path }) => ({
      name,
      effortDays: path.effortDays,
      score: path.outcome.overallScore,
      steps: path.steps
        .map((step) => `${step.questionId} ${step.currentAnswer}>${step.targetAnswer}`)
        .join(' '),
    }));
    expect(summary).toMatchInlineSnapshot(`
      [
        {
          "effortDays": 63,
          "name": "persona-just-bought-assistant",
          "score": 60,
          "steps": "gov-accountable-executive 1>3 inv-register 0>3 inv-launch-review 0>3 ppl-training 0>2 gov-ai-policy 1>3 data-use-rules 0>2 sec-adversarial-test 0>2 data-client-separation 0>2 ops-incident-plan 1>2 sup-client-agreement 0>2 acc-agent-limits 1>2 gov-roles-decisions 1>3 inv-shadow-ai 0>2 ppl-tell-people 0>3 ppl-raise-and-contest 0>3 ops-client-notification 0>3 sec-change-control 0>3 sup-fallback 0>3 data-no-training 2>3",
        },
        {
          "effortDays": 17,
          "name": "persona-policy-on-paper",
          "score": 60,
          "steps": "sec-adversarial-test 0>2 data-use-rules 1>2 ops-incident-plan 1>2 data-client-separation 1>2 sup-client-agreement 1>2 acc-agent-limits 1>2",
        },
        {
          "effortDays": 0,
          "name": "persona-controlled-pilot",
          "score": 66,
          "steps": "",
        },
        {
          "effortDays": 0,
          "name": "persona-mature",
          "score": 95,
          "steps": "",
        },
        {
          "effortDays": 5.33,
          "name": "persona-strong-tech-no-client-consent",
          "score": 97,
          "steps": "sup-client-agreement 0>2",
        },
      ]
    `);
  });

  it('name the actions, in thirds of the effort of a question', () => {
    const all = Object.fromEntries(rubric.questions.map(({ id }) => [id, 3 as const]));
    const { steps, effortDays, outcome } = rubric.launchPath({ ...all, 'gov-ai-policy': 0 }, 'msp-self');
    expect(steps).toEqual([
      {
        questionId: 'gov-ai-policy',
        domainId: 'governance-accountability',
        title: 'Approved and published AI policy',
        action: expect.stringMatching(/^Write a policy/) as unknown,
        currentAnswer: 0,
        targetAnswer: 2,
        effortDays: 2.67,
        points: 2.8,
        meetsGate: true,
      },
    ]);
    expect(effortDays).toBe(2.67);
    expect(outcome).toMatchObject({ overallScore: 98, launchAllowed: true });
  });
});

/** By the scorer, which does not know paths: the cheapest answer sheet with raised answers that is allowed. */
function exhaustively(
  small: RubricDocument,
  questionnaire: Questionnaire,
  answers: Answers,
): { cost: number; changes: number } {
  const scorer = new Scorer(small, questionnaire);
  let best = { cost: Infinity, changes: Infinity };
  const visit = (
    sheet: Record<string, Answer>,
    [question, ...others]: readonly RubricQuestion[],
    so: typeof best,
  ): void => {
    if (so.cost > best.cost || (so.cost === best.cost && so.changes >= best.changes)) return;
    if (question === undefined) {
      if (scorer.assess(sheet).launchAllowed) best = so;
      return;
    }
    const current = answers[question.id] ?? 0;
    for (const answer of ([0, 1, 2, 3] as const).filter((value) => value >= current)) {
      const cost = so.cost + question.remediation.effortDays * (answer - current);
      const changes = so.changes + Number(answer > current);
      visit({ ...sheet, [question.id]: answer }, others, { cost, changes });
    }
  };
  visit({}, questionnaire.questions, { cost: 0, changes: 0 });
  return best;
}
