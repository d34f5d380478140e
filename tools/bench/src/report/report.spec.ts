import { type BenchRow } from '../rows/row';
import { figureOf } from './format';
import { goalOf, lostGoals, rowReport, summary } from './report';
import { type GoalReport, type RowReport } from './run-report';

const row = {
  number: 1,
  name: 'submission',
  work: 'a submission',
  goals: [{ name: 'cpu', against: 'Express', bound: 'at most', value: 1.1, unit: '' }],
  measure: () => Promise.reject(new Error('not measured here')),
} as const satisfies BenchRow;
const atLeast: BenchRow = { ...row, goals: [{ ...row.goals[0], bound: 'at least', value: 10 }] };

const reportOf = (cpu: readonly number[], control: readonly number[] = [1], of: BenchRow = row): RowReport =>
  rowReport(of, { figures: { cpu }, control }, 5);
const verdictIn = ({ goals }: RowReport): GoalReport['verdict'] | undefined => goals[0]?.verdict;

describe('a row', () => {
  it.each<[number, BenchRow, string]>([
    [1.1, row, 'met'],
    [1.11, row, 'missed'],
    [10, atLeast, 'met'],
    [9.9, atLeast, 'missed'],
  ])('is judged by the median: %p', (median, of, verdict) => {
    expect(verdictIn(reportOf([median - 1, median, median + 1], [1], of))).toBe(verdict);
  });

  it.each([0.94, 1.09])('is not judged when the reference is %p of itself', (control) => {
    expect(verdictIn(reportOf([1, 1.05], [control]))).toBe('not judged');
  });

  it('is shown and not judged beside a floor', () => {
    const { name, against, bound, unit } = row.goals[0];
    const beside = { ...row, goals: [{ name, against, bound, unit }] };
    expect(verdictIn(reportOf([9], [1], beside))).toBe('not judged');
    expect(lostGoals([], [reportOf([9], [1], beside)])).toEqual([]);
  });

  it('is not written when a figure was not measured', () => {
    expect(() => rowReport(row, { figures: {} }, 5)).toThrow('nothing was measured for submission cpu');
  });
});

describe('a lost goal', () => {
  const slower = reportOf([1.5, 1.5]);

  it('is one that the committed run met', () => {
    const [lost] = lostGoals([reportOf([1, 1.05])], [slower]);
    expect(lost).toBe('1 submission, Express ≤ 1.1: was 1.02 [1.00–1.04], is 1.50 [1.50–1.50]');
  });

  it('is a figure that the committed run missed already, when it has become worse', () => {
    expect(lostGoals([reportOf([1.3])], [slower])).toHaveLength(1);
    expect(lostGoals([reportOf([1.3])], [reportOf([1.3])])).toEqual([]);
    expect(lostGoals([reportOf([1.2, 1.3, 1.6])], [slower])).toEqual([]);
  });

  it('is missed by more than the figure spreads, in either run', () => {
    const committed = [reportOf([11, 12, 13], [1], atLeast)];
    expect(lostGoals(committed, [reportOf([9.3, 9.3], [1], atLeast)])).toEqual([]);
    expect(lostGoals(committed, [reportOf([9.1, 9.1], [1], atLeast)])).toHaveLength(1);
  });

  it('is one that the committed run did not measure, or measured in another unit', () => {
    const { goals } = reportOf([0.5]);
    expect(lostGoals([], [slower])).toHaveLength(1);
    expect(
      lostGoals([{ ...slower, goals: goals.map((goal) => ({ ...goal, unit: 's' })) }], [slower]),
    ).toEqual(['1 submission, Express ≤ 1.1: is 1.50 [1.50–1.50]']);
  });

  it('is none while it is met, or cannot be judged', () => {
    const committed = [reportOf([1, 1.05])];
    expect(lostGoals(committed, [reportOf([1.08])])).toEqual([]);
    expect(lostGoals(committed, [reportOf([1.5, 1.5], [1.3])])).toEqual([]);
  });
});

describe('the summary', () => {
  it('has the goal of each row that is nearest to its limit, and how many are met', () => {
    const far = { ...row.goals[0], name: 'far', against: 'Nest', value: 10 };
    const two = rowReport({ ...row, goals: [far, row.goals[0]] }, { figures: { cpu: [1.2], far: [1.2] } }, 5);
    expect(summary([two]).split('\n').at(-1)).toBe('| 1 | a submission | Express | ≤ 1.1 | 1.20 | 1 of 2 |');
  });
});

describe('a figure', () => {
  it('is written with its unit and its significant digits', () => {
    expect(figureOf({ median: 1.234, p10: 0.9, p90: 14.5, rounds: 3 })).toBe('1.23 [0.90–14.5]');
    expect(figureOf({ median: 8.6, p10: 6, p90: 9, rounds: 3, unit: 'µs' })).toBe('8.60 µs [6.00–9.00]');
    expect(figureOf({ median: 361.2, p10: 361.2, p90: 361.2, rounds: 1, unit: 'MiB' })).toBe('361 MiB');
  });

  it('has its goal beside it', () => {
    const goal = { name: '', against: '', value: 1.1 } as const;
    expect(goalOf({ ...goal, bound: 'at most', unit: '' })).toBe('≤ 1.1');
    expect(goalOf({ ...goal, bound: 'at least', unit: '' })).toBe('≥ 1.1 ×');
    expect(goalOf({ ...goal, bound: 'at most', unit: 'ms' })).toBe('≤ 1.1 ms');
    expect(goalOf({ name: '', against: '', bound: 'at most', unit: '' })).toBe('floor');
  });
});
