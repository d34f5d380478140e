import fc from 'fast-check';
import { type Answer, type Answers, modes, type RemediationItem } from './outcome';
import { publishedRubrics } from './published-rubrics';

const rubric = publishedRubrics.current;
const order = rubric.questions.map(({ id }) => id);

/** The answer `rest` to every question of a mode, except for the named ones. */
function answersOf(rest: Answer, named: Answers = {}): Answers {
  const applicable = rubric.questions.filter(({ modes: applies }) => applies.includes('msp-self'));
  return { ...Object.fromEntries(applicable.map(({ id }) => [id, rest])), ...named };
}

const plan = (answers: Answers) => rubric.assess(answers, 'msp-self').remediation;
const ids = (items: readonly RemediationItem[]) => items.map(({ questionId }) => questionId);

describe('the remediation plan', () => {
  it('lists a question with all data needed to act on it § 1.1i', () => {
    expect(plan(answersOf(3, { 'gov-ai-policy': 1 }))).toEqual([
      {
        questionId: 'gov-ai-policy',
        domainId: 'governance-accountability',
        title: 'Approved and published AI policy',
        action: expect.stringContaining('Write a policy of two to four pages') as string,
        effortDays: 4,
        currentAnswer: 1,
        targetAnswer: 2,
        points: 2.8,
        blocksLaunch: true,
        priority: 1,
        steps: [
          { currentAnswer: 1, targetAnswer: 2, effortDays: 1.33, points: 1.4 },
          { currentAnswer: 2, targetAnswer: 3, effortDays: 1.33, points: 1.4 },
        ],
      },
    ]);
  });

  it('aims at the gate minimum for an unmet gate and at 3 for everything else', () => {
    const items = plan(answersOf(3, { 'gov-ai-policy': 0, 'inv-register': 2, 'gov-roles-decisions': 1 }));
    expect(
      items.map(({ questionId, targetAnswer, blocksLaunch }) => [questionId, targetAnswer, blocksLaunch]),
    ).toEqual([
      ['gov-ai-policy', 2, true],
      ['gov-roles-decisions', 3, false],
      ['inv-register', 3, false],
    ]);
  });

  it.each([
    // 14 x 1 x 1 / 30 = 0.4666..., 14 x 1 x 2 / 30 = 0.9333..., 16 x 2 x 2 / 30 = 2.1333...
    ['gov-review-improve', 2, 0.46],
    ['gov-review-improve', 1, 0.93],
    ['data-no-training', 1, 2.13],
    ['data-use-rules', 0, 4.8],
    ['sec-bias-harm', 0, 1],
  ] as const)('rounds the points of %s at %d down to two decimals', (id, answer, points) => {
    expect(plan(answersOf(3, { [id]: answer }))[0]?.points).toBe(points);
  });

  it('puts unmet gates before questions of low domains, and those before everything else', () => {
    const low: Answers = {
      'sec-fitness-evaluation': 0,
      'sec-input-output-controls': 0,
      'sec-change-control': 0,
      'sec-bias-harm': 0,
    };
    const items = plan(answersOf(3, { ...low, 'gov-roles-decisions': 0, 'data-use-rules': 1 }));
    expect(ids(items)).toEqual([
      'data-use-rules', // an unmet gate, 0.4 points a day
      'sec-change-control', // 2 points in 4 days
      'sec-fitness-evaluation', // 2 points in 5 days
      'sec-input-output-controls', // 2 points in 6 days
      'sec-bias-harm', // 1 point in 4 days
      'gov-roles-decisions', // 1.4 points a day, but in no low domain
    ]);
  });

  it('compares points per day by their exact values, not by the rounded ones', () => {
    // 14 / 2 days and 28 / 4 days are equal; rounded down, 0.46 / 2 days is less than 0.93 / 4 days.
    const items = plan(answersOf(3, { 'gov-review-improve': 2, 'inv-risk-treatment': 1 }));
    expect(ids(items)).toEqual(['gov-review-improve', 'inv-risk-treatment']);
  });

  it('puts more points per day first, for any question order', () => {
    // 28 in 3 days, 42 in 4 days, 24 in 2 days.
    const items = plan(
      answersOf(3, { 'gov-legal-obligations': 1, 'inv-risk-treatment': 0, 'ppl-output-limits': 1 }),
    );
    expect(ids(items)).toEqual(['ppl-output-limits', 'inv-risk-treatment', 'gov-legal-obligations']);
  });

  it('keeps question order among equals', () => {
    // 14 x 1 / 2 days each.
    const items = plan(answersOf(3, { 'acc-joiner-leaver': 2, 'inv-retire': 2, 'gov-review-improve': 2 }));
    expect(ids(items)).toEqual(['gov-review-improve', 'inv-retire', 'acc-joiner-leaver']);
  });

  it.each(modes)('follows the published order for any answers in mode %s § 1.1i', (mode) => {
    const applicable = rubric.questions.filter(({ modes: applies }) => applies.includes(mode));
    const sheets = fc.record(
      Object.fromEntries(applicable.map(({ id }) => [id, fc.constantFrom<Answer>(0, 1, 2, 3)])),
    );
    fc.assert(
      fc.property(sheets, (answers) => {
        const { remediation, domainScores } = rubric.assess(answers, mode);
        const low = domainScores.filter(({ belowFloor }) => belowFloor).map(({ id }) => id);
        expect(ids(remediation).toSorted()).toEqual(
          applicable
            .map(({ id }) => id)
            .filter((id) => answers[id] !== 3)
            .toSorted(),
        );
        expect(remediation.map(({ priority }) => priority)).toEqual(remediation.map((_, index) => index + 1));
        for (const [index, item] of remediation.slice(1).entries()) {
          const previous = remediation[index];
          expect(previous !== undefined && comesBefore(previous, item, low)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** The published order, implemented again with fractions of big integers. */
function comesBefore(one: RemediationItem, other: RemediationItem, lowDomains: readonly string[]): boolean {
  if (one.blocksLaunch !== other.blocksLaunch) return one.blocksLaunch;
  const [oneLow, otherLow] = [one, other].map(({ domainId }) => lowDomains.includes(domainId));
  if (oneLow !== otherLow) return oneLow === true;
  const [left, right] = [gain(one) * BigInt(other.effortDays), gain(other) * BigInt(one.effortDays)];
  if (left !== right) return left > right;
  return order.indexOf(one.questionId) < order.indexOf(other.questionId);
}

function gain({ questionId, domainId, currentAnswer }: RemediationItem): bigint {
  const weight = rubric.questions.find(({ id }) => id === questionId)?.weight ?? 0;
  const domainWeight = rubric.domains.find(({ id }) => id === domainId)?.weight ?? 0;
  return BigInt(domainWeight) * BigInt(weight) * BigInt(3 - currentAnswer);
}
