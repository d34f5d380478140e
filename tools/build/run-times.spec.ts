import { runTimes } from './run-times.mjs';

const task = (target: string, seconds: number, cacheStatus = 'cache-miss'): object => ({
  target,
  cacheStatus,
  startTime: '2026-11-26T20:00:00.000Z',
  endTime: new Date(Date.UTC(2026, 10, 26, 20, 0, seconds)).toISOString(),
});
const file = (name: string, seconds: number): object => ({
  name: `/clone/${name}`,
  startTime: 5000,
  endTime: 5000 + seconds * 1000,
});

it('lists the seconds of each target, the tasks from the cache and the slowest test files', () => {
  const tasks = [
    task('build', 0, 'local-cache-hit'),
    task('e2e', 40),
    task('lint-all', 7),
    task('e2e', 21),
    task('build', 0, 'local-cache-kept-existing'),
  ];
  const fast = Array.from({ length: 10 }, (_, second) => file(`libs/mail/${second}.spec.ts`, second));
  const reports = [{ testResults: fast }, undefined, { testResults: [file('apps/cli/e2e/slow.e2e.ts', 31)] }];
  expect(runTimes(tasks, reports, '/clone')).toEqual([
    'Seconds: e2e 61, lint-all 7, build 0',
    '2 of 5 tasks from cache',
    'Slowest test files:',
    '   31 s  apps/cli/e2e/slow.e2e.ts',
    ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((second) => `    ${second} s  libs/mail/${second}.spec.ts`),
  ]);
});
