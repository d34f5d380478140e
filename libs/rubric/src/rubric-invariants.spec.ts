import v1 from './published/1.0.0.json';
import { rubricDocument } from './rubric-document';
import { rubricProblems } from './rubric-invariants';

type Content = typeof v1;
type Question = Content['questions'][number];

function problemsOf(change: (content: Content) => void): readonly string[] {
  const content = structuredClone(v1);
  change(content);
  return rubricProblems(rubricDocument.parse(content));
}

/** Changes the named question. */
const changing =
  (id: string, change: Partial<Question>) =>
  ({ questions }: Content): void => {
    const question = questions.find((one) => one.id === id);
    if (question === undefined) throw new Error(`no question ${id}`);
    Object.assign(question, change);
  };

const firstOf = <Entry>([first]: Entry[]): Entry => {
  if (first === undefined) throw new Error('an empty list');
  return first;
};

describe('rubricProblems', () => {
  it('finds none in the published rubric', () => {
    expect(problemsOf(() => undefined)).toEqual([]);
  });

  it.each<[string, (content: Content) => void]>([
    ['question gov-ai-policy occurs twice', changing('inv-register', { id: 'gov-ai-policy' })],
    [
      'domain data-protection occurs twice',
      ({ domains }) => Object.assign(firstOf(domains), { id: 'data-protection' }),
    ],
    ['domain weights do not sum to 100', ({ domains }) => Object.assign(firstOf(domains), { weight: 15 })],
    [
      'question weights of inventory-risk do not sum to 10 in mode client-on-behalf',
      changing('inv-retire', { weight: 2 }),
    ],
    [
      'security-testing does not have 5 questions in mode msp-self',
      changing('sec-bias-harm', { domainId: 'data-protection' }),
    ],
    ['sec-bias-harm is in no domain', changing('sec-bias-harm', { domainId: 'elsewhere' })],
    [
      'sec-bias-harm weighs too little to count',
      ({ domains }) => Object.assign(domains[4] ?? {}, { weight: 9 }),
    ],
    [
      'gov-ai-policy must have the gate minimum if it is critical',
      changing('gov-ai-policy', { gateMinimum: null }),
    ],
    [
      'gov-ai-policy must have the gate minimum if it is critical',
      changing('gov-ai-policy', { gateMinimum: 1 }),
    ],
    [
      'gov-review-improve must have the gate minimum if it is critical',
      changing('gov-review-improve', { gateMinimum: 2 }),
    ],
    [
      'sup-exit-handover is not the counterpart',
      changing('sup-exit-handover', { pairedWith: 'gov-ai-policy' }),
    ],
    ['sup-exit-handover is not the counterpart', changing('sup-exit-handover', { pairedWith: null })],
    ['gov-ai-policy is not the counterpart', changing('gov-ai-policy', { modes: ['msp-self'] })],
    [
      'gov-ai-policy refers to a framework',
      changing('gov-ai-policy', { references: [{ framework: 'constructor', ids: ['1'] }] }),
    ],
    ['modes are not each named once', ({ modes }) => modes.pop()],
    ['reasonOrder does not name each part once', ({ launchRule }) => launchRule.reasonOrder.pop()],
    [
      'remediation order does not name each criterion once',
      ({ remediationRule }) => remediationRule.order.reverse(),
    ],
    ['tiers are not in order', ({ tiers }) => tiers.reverse()],
    ['tiers do not cover 0 to 100', ({ tiers }) => Object.assign(firstOf(tiers), { max: 38 })],
    ['tiers do not cover 0 to 100', ({ tiers }) => Object.assign(tiers[3] ?? {}, { max: 99 })],
    ['tiers do not cover 0 to 100', ({ tiers }) => Object.assign(firstOf(tiers), { min: 1 })],
    [
      'the tier cap does not lead to the tier below',
      ({ tierCap }) =>
        (tierCap.rule = 'Ready requires launchAllowed; otherwise the tier is at most Critical'),
    ],
  ])('reports that %s', (problem, change) => {
    expect(problemsOf(change)).toContainEqual(expect.stringContaining(problem));
  });

  it.each<[string, (content: Content) => void]>([
    ['launchRule.allowedWhenAll', ({ launchRule }) => (launchRule.overallFloor = 61)],
    ['launchRule.allowedWhenAll', ({ launchRule }) => (launchRule.domainFloor = 41)],
    ['launchRule.allowedWhenAll', ({ launchRule }) => launchRule.allowedWhenAll.push('the moon is full')],
    ['scoring.arithmetic', ({ scoring }) => (scoring.arithmetic = 'floating point')],
    ['scoring.domainScore', ({ scoring }) => (scoring.domainScore = 'round(P(d) x 100 / 30)')],
    ['scoring.overallScore', ({ scoring }) => (scoring.overallScore = 'the lowest domain score')],
    ['remediationRule.includeWhen', ({ remediationRule }) => (remediationRule.includeWhen = 'answer < 2')],
    ['remediationRule.targetAnswer', ({ remediationRule }) => (remediationRule.targetAnswer = 'answer + 1')],
    ['remediationRule.points', ({ remediationRule }) => (remediationRule.points = 'weight')],
    ['remediationRule.fields', ({ remediationRule }) => remediationRule.fields.pop()],
  ])('reports when %s is not what the scorer implements', (where, change) => {
    expect(problemsOf(change)).toContainEqual(expect.stringContaining(`${where} must say`));
  });
});

describe('rubricDocument', () => {
  it.each<[string, (content: Content) => unknown]>([
    ['a member that nothing reads', (content) => Object.assign(content.launchRule, { except: 'on Mondays' })],
    ['a tier cap that the scorer cannot carry out', ({ tierCap }) => (tierCap.rule = 'Ready is for friends')],
    ['a tier that it does not know', ({ tiers }) => Object.assign(firstOf(tiers), { id: 'Excellent' })],
    ['a reason that it does not know', ({ launchRule }) => launchRule.reasonOrder.push('a feeling')],
    [
      'a criterion that it does not know',
      ({ remediationRule }) => remediationRule.order.push('cheapest first'),
    ],
    [
      'an effort of no days',
      (content) => Object.assign(firstOf(content.questions).remediation, { effortDays: 0 }),
    ],
    ['a fractional weight', changing('gov-ai-policy', { weight: 2.5 })],
    [
      'an answer scale with another value',
      ({ answerScale }) => Object.assign(firstOf(answerScale), { value: 4 }),
    ],
  ])('refuses %s', (_, change) => {
    const content = structuredClone(v1);
    change(content);
    expect(rubricDocument.safeParse(content).success).toBe(false);
  });
});
