import { type GoalReport, type RowReport, rowReport } from './row-report';
import { lostGoals } from './run-report';

const row = {
  number: 1,
  name: 'submission',
  work: 'a submission',
  goals: [{ name: 'cpu', against: 'Express', bound: 'at most', value: 1.1, unit: '' }],
  measure: () => Promise.reject(new Error('not measured here')),
} as const;

const reportOf = (cpu: readonly number[], control: readonly number[] = [1]): RowReport =>
  rowReport(row, { figures: { cpu }, control }, 5);
const verdictIn = ({ goals }: RowReport): GoalReport['verdict'] | undefined => goals[0]?.verdict;

describe('a row', () => {
  it('is judged by its figures', () => {
    expect(verdictIn(reportOf([1, 1.05]))).toBe('met');
    expect(verdictIn(reportOf([1.2, 1.3]))).toBe('missed');
  });

  it.each([0.94, 1.09])('is not judged when the reference is %p of itself', (control) => {
    expect(verdictIn(reportOf([1, 1.05], [control]))).toBe('not judged');
  });

  it('is not written when a figure was not measured', () => {
    expect(() => rowReport(row, { figures: {} }, 5)).toThrow('nothing was measured for submission cpu');
  });
});

describe('a lost goal', () => {
  const slower = reportOf([1.5, 1.5]);

  it('is one that the committed run met', () => {
    const [lost] = lostGoals([reportOf([1, 1.05])], [slower]);
    expect(lost).toMatchObject({ row: { number: 1 }, now: { median: 1.5 } });
    expect(lostGoals([], [slower])).toEqual([]);
  });

  it('is a figure that the committed run missed already, when it has become worse', () => {
    expect(lostGoals([reportOf([1.3])], [slower])).toHaveLength(1);
    expect(lostGoals([reportOf([1.3])], [reportOf([1.3])])).toEqual([]);
    expect(lostGoals([reportOf([1.2, 1.3, 1.6])], [slower])).toEqual([]);
  });

  it('is none while it is met, or cannot be judged', () => {
    const committed = [reportOf([1, 1.05])];
    expect(lostGoals(committed, [reportOf([1.08])])).toEqual([]);
    expect(lostGoals(committed, [reportOf([1.5, 1.5], [1.3])])).toEqual([]);
  });
});
