import { type Evidence } from '@governance/assessments';
import { csvRow } from '@governance/kernel';
import { type Answers, publishedRubrics } from '@governance/rubric';
import { exampleAnswers, exampleResult } from '@governance/verification';
import { alreadyYes, answerGroups } from './answers-view';
import { answersCsv } from './answers-csv';
import { frameworksView, inRanges } from './frameworks-view';
import { planCsv } from './plan-csv';
import { planGroups } from './plan-groups';
import { type EvidencedResult } from './result-page.service';

const rubric = publishedRubrics.current;

function shown(answers: Answers = exampleAnswers, evidence: Evidence = {}): EvidencedResult {
  const { mode } = exampleResult;
  const { remediation, ...outcome } = rubric.assess(answers, mode);
  const result = { ...exampleResult, answers, outcome };
  const launchPath = rubric.launchPath(answers, mode);
  return { result, rubric, remediation, launchPath, evidence, evidenceUntil: new Date('2027-11-20') };
}

const all = (answer: 0 | 3): Answers => Object.fromEntries(rubric.questions.map(({ id }) => [id, answer]));

describe('answerGroups', () => {
  it('have every question of the mode once, numbered as in the form', () => {
    const rows = answerGroups(shown()).flatMap((group) => group.rows);
    expect(rows.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual(
      rubric.questionsOf('msp-self').map((_, index) => index + 1),
    );
  });

  it('say what an answer adds, what is missing, and what the frameworks call it § 10.12b', () => {
    const [first] = answerGroups(shown())[0]?.rows ?? [];
    expect(first).toMatchObject({ answer: 'Partial', yes: false, gained: '1.40', lost: '2.80' });
    expect(first?.references).toEqual([
      { framework: 'ISO/IEC 42001', clauses: '5.1, A.3.2' },
      { framework: 'NIST AI RMF', clauses: 'GOVERN 2.3' },
      { framework: 'NIST CSF', clauses: 'GV.RR-01' },
    ]);
  });

  it('name every framework that a published rubric cites', () => {
    const names = rubric.questionsOf('msp-self').length;
    const rows = answerGroups(shown()).flatMap((group) => group.rows);
    expect(rows).toHaveLength(names);
    for (const { references } of rows) for (const { framework } of references) expect(framework).not.toBe('');
  });
});

describe('alreadyYes', () => {
  it('is empty without an answer “Yes”, and leaves out domains without one', () => {
    expect(alreadyYes(answerGroups(shown(all(0))))).toEqual([]);
    const one = { ...all(0), 'gov-ai-policy': 3 as const };
    expect(alreadyYes(answerGroups(shown(one))).map(({ id, rows }) => [id, rows.length])).toEqual([
      ['governance-accountability', 1],
    ]);
  });
});

describe('answersCsv', () => {
  it('has a row for each question, and a column for each framework of the gap report', () => {
    const [head, first, ...others] = answersCsv(shown()).trimEnd().split('\r\n');
    expect(head).toMatch(
      /^\uFEFFnumber,.*,points gained,points missing,ISO\/IEC 42001,NIST AI RMF,EU AI Act,other references,evidence owner,evidence note,evidence link,evidence review date$/,
    );
    expect(first).toMatch(/,Partial,1.40,2.80,"5.1, A.3.2",GOVERN 2.3,,NIST CSF GV.RR-01,,,,$/);
    expect(others).toHaveLength(39);
  });
});

describe('evidence', () => {
  const id = 'gov-accountable-executive';
  const given = {
    owner: 'Ada',
    note: 'first\n\n"second"',
    link: 'https://example.com/a,b',
    reviewOn: '2027-03-31',
  };

  it('stands with its answer and its action, in words', () => {
    const result = shown(all(0), { [id]: given });
    const view = { ...given, reviewOn: '31 March 2027' };
    const rows = answerGroups(result).flatMap((group) => group.rows);
    expect(rows.flatMap(({ evidence }) => evidence ?? [])).toEqual([view]);
    expect(rows.find((row) => row.id === id)?.evidence).toEqual(view);
    const items = planGroups(result).flatMap((group) => group.items);
    expect(items.flatMap(({ evidence }) => evidence ?? [])).toEqual([view]);
  });

  it('is in both tables, quoted', () => {
    const result = shown(all(0), { [id]: given });
    const cells = ',Ada,"first\n\n""second""","https://example.com/a,b",2027-03-31\r\n';
    expect(answersCsv(result).split(cells)).toHaveLength(2);
    const [item] = result.remediation.filter(({ questionId }) => questionId === id);
    // A row for each step.
    expect(planCsv(result).split(cells)).toHaveLength((item?.steps.length ?? 0) + 1);
  });

  it.each(['=HYPERLINK("https://example.org")', '+1+1', '-1+1', '@SUM(A1)', '\t=1'])(
    'is text in tables, and no formula: %j',
    (text) => {
      const hostile = shown(all(0), { [id]: { owner: text, note: text } });
      const cell = csvRow([`'${text}`]).trimEnd();
      for (const csv of [answersCsv(hostile), planCsv(hostile)])
        expect(csv).toContain(`,${cell},${cell},,\r\n`);
    },
  );
});

describe('frameworksView', () => {
  it('says what is not asked about, and which questions cite none', () => {
    const { frameworks, silent, onlyCited } = frameworksView(shown());
    expect(onlyCited).toHaveLength(8);
    expect(frameworks.flatMap(({ gaps, met }) => [...gaps, ...met]).map(({ title }) => title)).not.toContain(
      '',
    );
    expect(frameworks.map(({ name, size }) => [name, size])).toEqual([
      ['ISO/IEC 42001', 62],
      ['NIST AI RMF', 72],
      ['EU AI Act', 113],
    ]);
    expect(frameworks[1]?.notAsked).toContain('MEASURE 1.1–1.3');
    expect(silent).toHaveLength(6);
  });

  it('has no gap where every answer is “Yes”, and nothing but gaps where none is', () => {
    expect(frameworksView(shown(all(3))).frameworks.flatMap(({ gaps }) => gaps)).toEqual([]);
    expect(frameworksView(shown(all(0))).frameworks.flatMap(({ met }) => met)).toEqual([]);
  });
});

describe('inRanges', () => {
  it.each([
    [['Art. 1', 'Art. 2', 'Art. 3', 'Art. 6'], 'Art. 1–3, Art. 6'],
    [['MAP 1.2', 'MAP 1.3', 'MAP 2.4'], 'MAP 1.2–1.3, MAP 2.4'],
    [[], ''],
  ])('%j is %s', (parts, text) => {
    expect(inRanges(parts)).toBe(text);
  });
});
