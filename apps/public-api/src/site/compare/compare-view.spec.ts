import { type Answers, publishedRubrics } from '@governance/rubric';
import { exampleResult } from '@governance/verification';
import { type ShownResult } from '../result/result-page.service';
import { compareView } from './compare-view';

const mode = 'msp-self';

function resultOn(day: string, answers: Answers, version = '1.1.0'): ShownResult {
  const rubric = publishedRubrics.find(version) ?? publishedRubrics.current;
  const { remediation, ...outcome } = rubric.assess(answers, mode);
  const result = { ...exampleResult, mode, answers, outcome, createdAt: new Date(day) } as const;
  return { result, rubric, remediation, launchPath: rubric.launchPath(answers, mode) };
}

const all = (answer: 0 | 1 | 2 | 3): Answers =>
  Object.fromEntries(publishedRubrics.current.questionsOf(mode).map(({ id }) => [id, answer]));
const earlier = resultOn('2026-01-10T10:00:00Z', all(1));
const later = resultOn('2026-11-20T10:00:00Z', {
  ...all(2),
  'gov-ai-policy': 3,
  'gov-review-improve': 0,
  'inv-register': 1,
});

describe('compareView', () => {
  it('has the earlier result first, in either order', () => {
    expect(compareView(later, earlier)).toEqual(compareView(earlier, later));
    const { results, change } = compareView(later, earlier);
    expect(results.map(({ name, issuedOn }) => [name, issuedOn])).toEqual([
      ['Earlier', '10 January 2026'],
      ['Later', '20 November 2026'],
    ]);
    expect(change).toMatch(/^\+\d+$/);
  });

  it('says what became of the required controls', () => {
    const { controls } = compareView(earlier, later);
    expect(controls.missing).toEqual(['Register of all AI in use']);
    expect(controls.met).toContain('Approved and published AI policy');
    expect(controls.lost).toEqual([]);
    const worse = compareView(earlier, resultOn('2025-01-01T00:00:00Z', all(3)));
    expect(worse.controls.lost).toHaveLength(12);
  });

  it('parts the earlier plan into done, begun and open § 10.12m', () => {
    const { plan } = compareView(earlier, later);
    expect(plan.summary).toBe('1 of 40 actions done, 37 begun, 2 open');
    expect(plan.done).toEqual([
      { title: 'Approved and published AI policy', before: 'Partial', after: 'Yes', changed: true },
    ]);
  });

  it('names the answers that are lower than before', () => {
    expect(compareView(earlier, later).lower).toEqual([
      { title: 'Hold regular AI management reviews', before: 'Partial', after: 'None', changed: true },
    ]);
  });

  it('compares results of two published versions', () => {
    const { results, domains } = compareView(resultOn('2026-01-10T10:00:00Z', all(1), '1.0.0'), later);
    expect(results.map(({ rubricVersion }) => rubricVersion)).toEqual(['1.0.0', '1.1.0']);
    expect(domains[1]).toMatchObject({ before: 33, after: 56, change: '+23', worse: false });
  });
});
