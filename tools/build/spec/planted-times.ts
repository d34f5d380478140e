import { type PlantedRule } from './planted-rule';

const limited = (ms: string): string => `it('is quick', () => undefined, ${ms});`;
const slept = 'no-restricted-syntax: A busy machine';
const asleep = 'no-restricted-syntax: A test does not sleep';
const busy = 'no-restricted-syntax: A busy loop';
const hurried = 'no-restricted-syntax: A limit is for';

const skipped = 'no-restricted-syntax: A test runs';

export const plantedTimes: readonly PlantedRule[] = [
  ...[
    `it.only('is alone', () => undefined);`,
    `it.skip.each([1])('%p', () => undefined);`,
    `export const possible = process.platform === 'linux' ? describe : describe.skip;`,
    `test.todo('is planned');`,
    `xit('is skipped', () => undefined);`,
    `fdescribe('is alone', () => undefined);`,
  ].map((code, index) => ({
    what: `a test that skips: ${code}`,
    path: `libs/planted/src/skipped-${index}.spec.ts`,
    code,
    breaks: [skipped],
  })),
  ...[
    { path: 'libs/planted/src/measured.spec.ts', breaks: [slept] },
    { path: 'apps/planted-api/e2e/measured.e2e.ts', breaks: [slept] },
    { path: 'apps/planted-api/e2e/support/measured.ts', breaks: [slept] },
    { path: 'libs/testing/src/measured.ts', breaks: [slept] },
    { path: 'tools/planted-tool/spec/measured.ts', breaks: [slept] },
    { path: 'tools/planted-tool/src/measured.spec.ts', breaks: [slept] },
    { path: 'libs/testing/src/times.ts', breaks: [] },
    { path: 'libs/planted/src/measured.ts', breaks: [] },
  ].map((place) => ({
    ...place,
    what: `a stop-watch in ${place.path}`,
    code: 'export const began = performance.now();',
  })),
  ...[
    { what: 'the time since', code: 'export const since = (before: number): number => Date.now() - before;' },
    { what: 'the clock of the processor', code: 'export const began = process.hrtime();' },
    { what: 'an assertion on the current time', code: 'expect(Date.now()).toBeGreaterThan(1);' },
  ].map(({ what, code }, index) => ({
    what: `${what} in a spec`,
    code,
    path: `libs/planted/src/clock-${index}.spec.ts`,
    breaks: [slept],
  })),
  {
    what: 'a time that a spec passes on',
    path: 'libs/planted/src/handed-over.spec.ts',
    code: 'export const expired = new Date(Date.now() - 1);',
    breaks: [],
  },
  ...[
    { what: 'a limit of a test', code: limited('15_000'), breaks: [hurried] },
    {
      what: 'a limit of an each test',
      code: `it.each([1])('%p', () => undefined, 15_000);`,
      breaks: [hurried],
    },
    { what: 'a limit of a file', code: 'jest.setTimeout(60_000);', breaks: [hurried] },
    { what: 'a limit beyond that of the configuration', code: limited('600_000'), breaks: [] },
  ].map((rule, index) => ({ ...rule, path: `libs/planted/src/limit-${index}.spec.ts` })),
  ...[
    { what: 'a sleep', code: 'await delay(20);', breaks: [asleep] },
    {
      what: 'a sleep by the timer of Node',
      code: `import { setTimeout } from 'node:timers/promises';\nawait setTimeout(20);`,
      breaks: [asleep],
    },
    {
      what: 'a sleep by a timer',
      code: 'await new Promise((resolve) => setTimeout(resolve, 20));',
      breaks: [asleep],
    },
    { what: 'a pause in a polling loop', code: 'while (!isThere()) await delay(20);', breaks: [] },
    { what: 'a busy loop', code: 'while (!isThere()) await new Promise(setImmediate);', breaks: [busy] },
    {
      what: 'a pause in a block of a loop',
      code: 'do {\n  await delay(20);\n} while (!isThere());',
      breaks: [],
    },
  ].map(({ what, code, breaks }, index) => ({
    what: `${what} in a spec`,
    path: `libs/planted/src/sleep-${index}.spec.ts`,
    code: `declare function delay(ms: number): Promise<void>;\ndeclare function isThere(): boolean;\n${code}\nexport { delay, isThere };`,
    breaks,
  })),
];
