import { type Answers, publishedRubrics } from '@governance/rubric';
import { exampleAnswers, exampleResult } from '@governance/verification';
import { daysInWords } from './launch-path-view';
import { planCsv } from './plan-csv';
import { planGroups } from './plan-groups';
import { type ShownResult } from './result-page.service';
import { resultView } from './result-view';

const rubric = publishedRubrics.current;
const addresses = { publicBaseUrl: 'https://example.org/ai', platformBaseUrl: 'https://api.example.org' };
const place = { capability: 'CAPABILITY', sent: undefined, addresses };

function shown(answers: Answers = exampleAnswers): ShownResult {
  const { mode } = exampleResult;
  const { remediation, ...outcome } = rubric.assess(answers, mode);
  const result = { ...exampleResult, answers, outcome };
  return { result, rubric, remediation, launchPath: rubric.launchPath(answers, mode) };
}

const all = (answer: 0 | 3): Answers => Object.fromEntries(rubric.questions.map(({ id }) => [id, answer]));

describe('resultView', () => {
  it('leads to the parts of its own page below the base path, and to the world by whole addresses', () => {
    expect(resultView(shown(), place)).toMatchObject({
      csvPath: '/ai/results/CAPABILITY/plan.csv',
      resendPath: '/ai/results/CAPABILITY/resend',
      badgeUrl: `https://example.org/ai/results/badge/${exampleResult.id}.svg`,
      verificationUrl: `https://api.example.org/api/certification/verify/${exampleResult.id}`,
    });
  });

  it('gives no badge that would lead to the plan', () => {
    expect(resultView(shown(), place).badgeMarkup).not.toContain('CAPABILITY');
  });

  it('shows the way to a launch only where it is refused', () => {
    expect(resultView(shown(), place).path).toMatchObject({ count: 'One change', score: 92 });
    expect(resultView(shown(all(3)), place).path).toBeUndefined();
  });

  it('says what became of a resend, and repeats nothing else of the address', () => {
    expect(resultView(shown(), { ...place, sent: 'queued' })).toMatchObject({ queued: true, notSent: false });
    expect(resultView(shown(), { ...place, sent: 'not' })).toMatchObject({ queued: false, notSent: true });
    expect(resultView(shown(), { ...place, sent: '<b>' })).toMatchObject({
      queued: false,
      notSent: false,
      sent: '',
    });
  });
});

describe('planGroups', () => {
  it('keep the published order and part it where its reasons change', () => {
    const groups = planGroups(shown(all(0)));
    expect(groups.map(({ id }) => id)).toEqual(['gates', 'low']);
    const order = groups.flatMap(({ items }) => items.map(({ priority }) => priority));
    expect(order).toEqual(order.map((_, index) => index + 1));
  });

  it('are none when nothing is left to do', () => {
    expect(planGroups(shown(all(3)))).toEqual([]);
  });
});

describe('planCsv', () => {
  it('has a line for each item, in order, with whole cells', () => {
    const { remediation } = shown();
    const [head = '', ...lines] = planCsv(shown()).trimEnd().split('\r\n');
    expect(head.split(',')).toHaveLength(10);
    expect(lines).toHaveLength(remediation.length);
    expect(lines[0]).toMatch(
      /^1,Governance and accountability,Appoint an accountable AI owner,"[^"]+",Partial,Mostly,1,/,
    );
    expect(lines[0]).toMatch(/,yes,yes$/);
  });

  it('marks a text that a spreadsheet would compute', () => {
    const { remediation, ...rest } = shown();
    const hostile = remediation.slice(0, 1).map((item) => ({ ...item, title: '=1+1', action: 'say "no"' }));
    expect(planCsv({ ...rest, remediation: hostile })).toContain(`,'=1+1,"say ""no""",`);
  });
});

describe('daysInWords', () => {
  it.each([
    [0, '0 days'],
    [0.33, '⅓ day'],
    [0.67, '⅔ day'],
    [1, '1 day'],
    [1.33, '1⅓ days'],
    [5.67, '5⅔ days'],
    [63, '63 days'],
  ])('says %d as %s', (days, words) => {
    expect(daysInWords(days)).toBe(words);
  });
});
