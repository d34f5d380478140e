import { addUp, skippedTests, verdict } from './jest-totals.mjs';

const clean = {
  success: true,
  numPassedTests: 5,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  numPendingTests: 0,
  numTodoTests: 0,
};

describe('the sum of all Jest reports', () => {
  const lines: [string, unknown[], string][] = [
    ['adds the tests of all projects', [clean, { ...clean, numPassedTests: 7 }], '12 passed, 0 failed'],
    ['counts failing tests', [clean, { ...clean, success: false, numFailedTests: 2 }], '10 passed, 2 failed'],
    [
      'counts a suite that could not be loaded as a failure beside failing tests',
      [{ ...clean, success: false, numFailedTests: 1, numRuntimeErrorTestSuites: 2 }],
      '5 passed, 3 failed',
    ],
    ['counts a missing report as a failure', [clean, undefined, undefined], '5 passed, 2 failed'],
    [
      'counts a damaged report as a failure',
      [clean, null, {}, 'text', { ...clean, numPassedTests: '5' }],
      '5 passed, 4 failed',
    ],
    [
      'counts an unsuccessful run without failing tests as a failure',
      [{ ...clean, success: false }],
      '5 passed, 1 failed',
    ],
    [
      'counts skipped and planned tests as failures',
      [clean, { ...clean, numPendingTests: 2, numTodoTests: 1 }],
      '10 passed, 3 failed',
    ],
    ['is zero without reports', [], '0 passed, 0 failed'],
  ];

  it.each(lines)('%s', (_, reports, line) => {
    expect(verdict(addUp(reports))).toBe(line);
  });

  it('names the files with skipped and planned tests', () => {
    const results = (name: string, ...statuses: string[]): object => ({
      name,
      assertionResults: statuses.map((status) => ({ status })),
    });
    const reports = [
      {
        testResults: [
          results('/a.spec.ts', 'passed', 'pending', 'failed', 'todo'),
          results('/b.spec.ts', 'passed'),
        ],
      },
      undefined,
      { testResults: [{ name: '/c.spec.ts' }, results('/d.e2e.ts', 'pending')] },
    ];
    expect(skippedTests(reports)).toEqual(['2 skipped in /a.spec.ts', '1 skipped in /d.e2e.ts']);
  });
});
