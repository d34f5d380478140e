import { daysInWords } from '@governance/assessments';
import { type Answer, type Answers, type LaunchStep, modes, publishedRubrics } from '@governance/rubric';
import { exampleAnswers, exampleResult } from '@governance/verification';
import fc from 'fast-check';
import { launchPathView } from './launch-path-view';
import { planCsv } from './plan-csv';
import { planGroups } from './plan-groups';
import { type EvidencedResult } from './result-page.service';
import { resultView } from './result-view';

const rubric = publishedRubrics.current;
const addresses = { publicBaseUrl: 'https://example.org/ai', platformBaseUrl: 'https://api.example.org' };
const place = { capability: 'CAPABILITY', sent: undefined, addresses };

function shown(answers: Answers = exampleAnswers): EvidencedResult {
  const { mode } = exampleResult;
  const { remediation, ...outcome } = rubric.assess(answers, mode);
  const result = { ...exampleResult, answers, outcome };
  const launchPath = rubric.launchPath(answers, mode);
  return { result, rubric, remediation, launchPath, evidence: {}, evidenceUntil: new Date('2027-11-20') };
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

  it('says for how many questions there is evidence, and until when', () => {
    expect(resultView(shown(), place).evidenceCount).toBe('');
    const evidence = { 'gov-ai-policy': { owner: 'Ada' }, 'inv-register': { owner: 'Ada' } };
    expect(resultView({ ...shown(), evidence }, place)).toMatchObject({
      evidenceCount: '2 of 40 questions',
      evidenceUntil: '20 November 2027',
      evidenceReportPath: '/ai/results/CAPABILITY/evidence-report.pdf',
    });
  });

  it('gives no badge that would lead to the plan', () => {
    expect(resultView(shown(), place).badgeMarkup).not.toContain('CAPABILITY');
  });

  it('shows the way to a launch only where it is refused', () => {
    expect(resultView(shown(), place).path).toMatchObject({ count: 'One change', score: 92 });
    expect(resultView(shown(all(3)), place).path).toBeUndefined();
  });

  it('says if nothing could be sent again, and repeats nothing else of the address', () => {
    for (const [sent, notSent] of [
      ['not', true],
      ['<b>', false],
    ] as const)
      expect(resultView(shown(), { ...place, sent })).toMatchObject({ notSent });
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
  it('has a line for each step, in order, with whole cells', () => {
    const { remediation } = shown();
    const [head = '', ...lines] = planCsv(shown()).trimEnd().split('\r\n');
    expect(head).toMatch(/^\uFEFFpriority,/);
    expect(head.split(',')).toHaveLength(15);
    expect(lines).toHaveLength(remediation.flatMap(({ steps }) => steps).length);
    const first = /^1,Governance and accountability,Named executive accountable for AI,"[^"]+",/;
    expect(lines[0]).toMatch(first);
    expect(lines[0]).toMatch(
      /,Partial,Mostly,0.33,1.40,yes,yes,"ISO\/IEC 42001 5.1, A.3.2; NIST AI RMF GOVERN 2.3; NIST CSF GV.RR-01",,,,$/,
    );
    expect(lines[1]).toMatch(first);
    expect(lines[1]).toMatch(/,Mostly,Yes,0.33,1.40,no,no,/);
  });

  it('says how far the launch path goes where that is a part of a step', () => {
    const { launchPath, ...rest } = shown(all(0));
    const [item] = rest.remediation.filter(({ blocksLaunch }) => !blocksLaunch);
    const step = { ...launchPath.steps[0], ...item, targetAnswer: 2, meetsGate: false } as LaunchStep;
    const csv = planCsv({ ...rest, launchPath: { ...launchPath, steps: [step] } });
    expect(csv.match(/,up to Mostly,/g)).toHaveLength(1);
  });

  it('marks a text that a spreadsheet would compute', () => {
    const { remediation, ...rest } = shown();
    const hostile = remediation.slice(0, 1).map((item) => ({ ...item, title: '=1+1', action: 'say "no"' }));
    expect(planCsv({ ...rest, remediation: hostile })).toContain(`,'=1+1,"say ""no""",`);
  });
});

describe.each(modes)('plan, launch path and CSV for %s', (mode) => {
  const ids = rubric.questions.filter((question) => question.modes.includes(mode)).map(({ id }) => id);
  const sheets = fc
    .array(fc.constantFrom<Answer>(0, 1, 2, 3), { minLength: ids.length, maxLength: ids.length })
    .map((values): Answers => Object.fromEntries(ids.map((id, index) => [id, values[index] ?? 0])));

  it('say the same of the same step, and follow the data of the API', () => {
    fc.assert(
      fc.property(sheets, (answers) => {
        const { remediation, ...outcome } = rubric.assess(answers, mode);
        const launchPath = rubric.launchPath(answers, mode);
        const one: EvidencedResult = {
          result: { ...exampleResult, mode, answers, outcome },
          rubric,
          remediation,
          launchPath,
          evidence: {},
          evidenceUntil: new Date('2027-11-20'),
        };
        const figures = new Map<string, string>();
        const agree = (step: string, said: string): void => {
          expect(figures.get(step) ?? said).toBe(said);
          figures.set(step, said);
        };
        const items = planGroups(one).flatMap((group) => group.items);
        for (const { title, steps } of items)
          for (const { from, to, effort, points } of steps)
            agree(`${title}: ${from} > ${to}`, `${effort}, ${points}`);
        for (const { title, from, to, effort, points } of launchPathView(one).steps)
          agree(`${title}: ${from} > ${to}`, `${effort}, ${points}`);
        const rows = remediation.flatMap(({ title, steps }) =>
          steps.map(({ effortDays, points }) => `${title} ${daysInWords(effortDays)}, +${points.toFixed(2)}`),
        );
        expect(
          items.flatMap(({ title, steps }) => steps.map((step) => `${title} ${step.effort}, ${step.points}`)),
        ).toEqual(rows);
        const lines = planCsv(one).trimEnd().split('\r\n').slice(1);
        const cells = remediation.flatMap(({ steps }) =>
          steps.map(({ effortDays, points }) => `,${effortDays},${points.toFixed(2)},`),
        );
        expect(lines.map((line, index) => line.includes(cells[index] ?? 'none'))).toEqual(
          cells.map(() => true),
        );
      }),
      { numRuns: 100 },
    );
  });
});
