import { readFileSync } from 'node:fs';
import { type Chart, goalsChart, markOf, peersChart } from './charts';
import { chartsOf, committedRuns } from './page';
import { type PeerFigures } from './peers';
import { type GoalReport } from './run-report';

const goal = (of: Partial<GoalReport>): GoalReport => ({
  name: 'cpu',
  against: 'Express',
  bound: 'at most',
  unit: '',
  value: 2,
  median: 1,
  p10: 0.5,
  p90: 4,
  rounds: 14,
  verdict: 'met',
  ...of,
});
const rowOf = (...goals: readonly GoalReport[]) => ({
  number: 1,
  name: 'submission',
  work: '',
  goals,
  notes: [],
  seconds: 1,
});
const valuesOf = ({ specification }: Chart): unknown =>
  (specification as { data: { values: unknown } }).data.values;

describe('the chart of goals', () => {
  it('shows a figure as a share of its limit, below 1 when the goal is met', () => {
    const row = '1 submission';
    const atLeast = goal({ bound: 'at least', value: 10, median: 20, p10: 5, p90: 40 });
    expect(valuesOf(goalsChart([rowOf(goal({}), atLeast)]))).toEqual([
      { row, share: 0.5, low: 0.25, high: 2, verdict: 'met' },
      { row, share: 0.5, low: 2, high: 0.25, verdict: 'met' },
    ]);
  });

  it('has no floor, which has no limit', () => {
    const { name, against, bound, unit, median, p10, p90, rounds } = goal({});
    const floor = { name, against, bound, unit, median, p10, p90, rounds, verdict: 'not judged' } as const;
    expect(valuesOf(goalsChart([rowOf(floor)]))).toEqual([]);
  });
});

it('the chart of peers shows the median of the ratios of product and peer', () => {
  const figures: PeerFigures = {
    cpu: [1, 2, 3],
    p50: [1],
    p99: [4],
    idle: [1],
    loaded: [50],
    ready: [1],
    size: [1],
  };
  const other = { ...figures, cpu: [2, 4, 12], p99: [2], loaded: [100] };
  const programs = [
    { title: 'product', settings: '', figures },
    { title: 'Keycloak', settings: '', figures: other },
  ];
  const task = { name: 'token', work: 'a token', rate: 200, control: [1], programs, missing: [] };
  const row = 'Keycloak (token)';
  expect(valuesOf(peersChart([task]))).toEqual([
    { row, share: 0.5, low: expect.closeTo(0.3) as number, high: 0.5, figure: 'CPU' },
    { row, share: 2, low: 2, high: 2, figure: 'p99' },
    { row, share: 0.5, low: 0.5, high: 0.5, figure: 'memory, loaded' },
  ]);
});

it.each(chartsOf(committedRuns()))('$file is committed as drawn for the committed figures', (chart) => {
  const picture = readFileSync(`docs/${chart.file}`, 'utf8');
  expect(picture).toMatch(/^<svg/);
  expect(picture.endsWith(markOf(chart))).toBe(true);
});
