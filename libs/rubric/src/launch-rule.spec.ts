import { LaunchRule } from './launch-rule';
import { type Answer, type Answers } from './outcome';
import v1 from './published/1.0.0.json';
import { publishedRubrics } from './published-rubrics';
import { type Rubric } from './rubric';
import { rubricDocument } from './rubric-document';

function publishedAs(version: string): Rubric {
  const found = publishedRubrics.find(version);
  if (found === undefined) throw new Error(`rubric ${version} is not published`);
  return found;
}

const rubric = publishedAs('1.0.0');

function reason(rest: Answer, named: Answers = {}, by = rubric): string {
  const answers = { ...Object.fromEntries(rubric.questions.map(({ id }) => [id, rest])), ...named };
  return by.assess(answers, 'msp-self').launchReason;
}

const noTesting: Answers = {
  'sec-fitness-evaluation': 0,
  'sec-input-output-controls': 0,
  'sec-change-control': 0,
  'sec-bias-harm': 0,
};

describe('the launch reason of version 1.0.0', () => {
  it('names what is met when launch is allowed', () => {
    expect(reason(2)).toBe(
      'Launch allowed: all 12 launch gates are met, the overall score is 66 (floor 60) and no domain is below 40.',
    );
  });

  it('names an unmet gate', () => {
    expect(reason(3, { 'gov-ai-policy': 1 })).toBe(
      'Launch refused: launch gate not met: Approve and publish an AI policy.',
    );
  });

  it('names a domain below the floor', () => {
    expect(reason(3, noTesting)).toBe('Launch refused: Security, testing and change is at 30, below 40.');
  });

  it('names an overall score below the floor', () => {
    const gates = rubric.questions.filter(({ critical }) => critical).map(({ id }) => [id, 2] as const);
    expect(reason(1, Object.fromEntries(gates))).toBe('Launch refused: the overall score 49 is below 60.');
  });

  it('names gates in question order, then domains, then the overall score', () => {
    const gates = rubric.questions.filter(({ critical }) => critical).map(({ id }) => [id, 2] as const);
    const answers = {
      ...Object.fromEntries(gates),
      ...noTesting,
      'inv-register': 1,
      'gov-ai-policy': 0,
    } as const;
    expect(reason(1, answers)).toBe(
      'Launch refused: launch gate not met: Approve and publish an AI policy; ' +
        'launch gate not met: Build the AI register; ' +
        'Governance and accountability is at 33, below 40; ' +
        'Security, testing and change is at 20, below 40; ' +
        'the overall score 42 is below 60.',
    );
  });
});

describe('the launch reason of version 1.1.0', () => {
  const current = publishedAs('1.1.0');

  it('names required controls', () => {
    expect(reason(2, {}, current)).toBe(
      'Ready to launch: all 12 required controls are in place, the overall score is 66 (minimum 60) and no domain is below 40.',
    );
    expect(reason(3, { 'gov-ai-policy': 1, 'sec-adversarial-test': 0 }, current)).toBe(
      'Not ready to launch: required control missing: Approved and published AI policy; ' +
        'required control missing: Adversarial testing before launch.',
    );
  });
});

describe('the launch verdict of version 1.0.0', () => {
  const { launchRule } = rubricDocument.parse(v1);

  it.each([
    [59, false],
    [60, true],
  ])('at an overall score of %d is %s', (overallScore, launchAllowed) => {
    const facts = { overallScore, domainScores: [], unmetGates: [] };
    expect(new LaunchRule(launchRule, 12).verdict(facts).launchAllowed).toBe(launchAllowed);
  });
});
