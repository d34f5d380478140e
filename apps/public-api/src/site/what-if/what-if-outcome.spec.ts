import { type Answers, publishedRubrics } from '@governance/rubric';
import { changedAnswers, daysIn, type Trial, whatIfOutcome } from './what-if-outcome';

const rubric = publishedRubrics.current;
const all = (answer: 0 | 1 | 2 | 3): Answers =>
  Object.fromEntries(rubric.questionsOf('msp-self').map(({ id }) => [id, answer]));
const trial = (answers: Answers, days?: number): Trial => ({
  mode: 'msp-self',
  before: all(2),
  answers,
  days,
});

describe('daysIn', () => {
  it.each([
    ['1', 1],
    [' 20 ', 20],
    ['999', 999],
    ['0', undefined],
    ['1000', undefined],
    ['2.5', undefined],
    ['1e2', undefined],
    ['', undefined],
  ])('%j is %s', (text, days) => {
    expect(daysIn(text)).toBe(days);
  });
});

describe('whatIfOutcome', () => {
  it('says what changed, in the score and in each domain', () => {
    const { change, domains, headline } = whatIfOutcome(rubric, trial({ ...all(2), 'gov-ai-policy': 0 }));
    expect(headline).toBe('63/100, Progressing. Not ready to launch: 1 required control missing');
    expect(change).toBe('−3');
    expect(domains.map((domain) => domain.change)).toEqual(['−20', '', '', '', '', '', '', '']);
  });

  it('has no path where a launch is allowed, and no plan without days', () => {
    const { path, plan } = whatIfOutcome(rubric, trial(all(2)));
    expect({ path: path.shown, plan: plan.shown }).toEqual({ path: false, plan: false });
  });

  it.each([
    [all(2), 1, /Of all changes that fit, these gain the most points\.$/],
    [all(0), 3, /^\d+ changes?, 3 days .* This does not reach a launch, which takes at least \d+/],
    [all(0), 150, /This reaches a launch\. Of all changes that fit and reach it, these gain/],
    [all(3), 9, /^Every answer is “Yes” already\.$/],
  ])('says what some days reach', (answers, days, lead) => {
    expect(whatIfOutcome(rubric, trial(answers, days)).plan.lead).toMatch(lead);
  });
});

describe('changedAnswers', () => {
  it('makes the changes of the path, or those that fit into the days', () => {
    const path = changedAnswers(rubric, trial(all(1)), 'path');
    expect(rubric.assess(path, 'msp-self').launchAllowed).toBe(true);
    const plan = changedAnswers(rubric, trial(all(1), 4), 'plan');
    expect(rubric.assess(plan, 'msp-self').launchAllowed).toBe(false);
    expect(plan).not.toEqual(all(1));
  });
});
