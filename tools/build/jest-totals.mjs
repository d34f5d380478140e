const counters = [
  'numPassedTests',
  'numFailedTests',
  'numRuntimeErrorTestSuites',
  'numPendingTests',
  'numTodoTests',
];

/**
 * Adds up Jest's JSON reports. As failed count: a missing (undefined) or damaged report, a suite that could not be
 * loaded, a skipped or planned test, and an unsuccessful run without a failed test.
 */
export function addUp(reports) {
  const totals = { passed: 0, failed: 0 };
  for (const report of reports) {
    const { passed, failed } = totalsOf(report);
    totals.passed += passed;
    totals.failed += failed;
  }
  return totals;
}

/** `12 passed, 0 failed` */
export function verdict({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/** One line for each file with tests that did not run. One `.only` skips all other tests of its file. */
export function skippedTests(reports) {
  return reports
    .flatMap((report) => report?.testResults ?? [])
    .map(({ name, assertionResults = [] }) => ({
      name,
      skipped: assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed').length,
    }))
    .filter(({ skipped }) => skipped > 0)
    .map(({ name, skipped }) => `${skipped} skipped in ${name}`);
}

function totalsOf(report) {
  if (!counters.every((counter) => Number.isInteger(report?.[counter]))) return { passed: 0, failed: 1 };
  const { numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests } = report;
  const failed = numFailedTests + numRuntimeErrorTestSuites + numPendingTests + numTodoTests;
  return {
    passed: report.numPassedTests,
    failed: Math.max(failed, report.success === true ? 0 : 1),
  };
}
