import { growthFigures, growthSection, type GrowthRun } from './growth';

const probe = (perSecond: number, isKept: boolean) => ({ perSecond, p99: 20, isKept });
const loop = { connections: 8, perSecond: 1_600.4, p50: 4.2, p99: 9.87, refused: 0 };
const run: GrowthRun = {
  date: '2026-11-28',
  seconds: 1_500,
  p99Bound: 100,
  fills: [{ table: 'public.audit_trail', rows: 10_000_000, seconds: 150, megabytes: 5_120 }],
  rows: [
    {
      name: 'audit',
      work: 'a list of audit events',
      sizes: [
        { rows: 1_000, loops: [loop], tried: [probe(800, true), probe(1_200, false), probe(1_000, true)] },
        {
          rows: 10_000_000,
          loops: [loop, { ...loop, connections: 256, refused: 3 }],
          tried: [probe(800, false)],
        },
      ],
      overload: { sent: 3_200, served: 1_400, p99: 180.4, refusedP99: 2.31, recoveredSeconds: 0.25 },
    },
  ],
};

/** Tables without the spaces that align them. */
const compact = (text: string): string => text.replaceAll(/ +\|/g, ' |');

it('the part of the page has the knee of each size, and the overload', () => {
  expect(compact(growthSection(run, '![knees](knees.svg)'))).toContain(
    '| a list of audit events | 1,000: 1,000<br>10,000,000: none | 1,400 of 3,200 | 180 ms | 2.31 ms | 0.25 s |',
  );
});

it('the figures have a line for each size, and what filling took', () => {
  const figures = compact(growthFigures(run));
  expect(figures).toContain(
    '| Work | Rows | 8 connections: a second, p99 | 256 connections: a second, p99 |',
  );
  expect(figures).toContain('| a list of audit events | 1,000 | 1,600, 9.87 ms | |');
  expect(figures).toContain(
    '| a list of audit events | 10,000,000 | 1,600, 9.87 ms | 1,600, 9.87 ms, 3 refused |',
  );
  expect(figures).toContain('| `public.audit_trail` | 10,000,000 | 150 s | 5,120 MB |');
});
