import { growthChart } from './growth-chart';

const loop = (connections: number, perSecond: number) => ({
  connections,
  perSecond,
  p50: 1,
  p99: 2,
  refused: 0,
});
const overload = { sent: 2, served: 1, p99: 1, refusedP99: 1, recoveredSeconds: 0 };

it('the chart of growth shows the knee by rows, and the loops of the largest table by connections', () => {
  const sizes = [
    { rows: 1_000, loops: [loop(1, 100)], tried: [{ perSecond: 80, p99: 9, isKept: true }] },
    {
      rows: 100_000,
      loops: [loop(1, 90), loop(8, 200)],
      tried: [{ perSecond: 70, p99: 200, isKept: false }],
    },
  ];
  const { specification } = growthChart([{ name: 'audit', work: '', sizes, overload }]);
  const { hconcat } = specification as { hconcat: { data: { values: unknown } }[] };
  expect(hconcat.map(({ data: { values } }) => values)).toEqual([
    [
      { name: 'audit', x: 1_000, perSecond: 80 },
      { name: 'audit', x: 100_000, perSecond: null },
    ],
    [
      { name: 'audit', x: 1, perSecond: 90 },
      { name: 'audit', x: 8, perSecond: 200 },
    ],
  ]);
});
