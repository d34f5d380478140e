const counters = [
  'numPassedTests',
  'numFailedTests',
  'numRuntimeErrorTestSuites',
  'numPendingTests',
  'numTodoTests',
];

/**
 * Adds up Jest's JSON reports. As failed count: a missing (undefined) or damaged report, a suite that could not be
 * loaded, and an unsuccessful run without a failed test.
 */
export function addUp(reports) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const report of reports) {
    const { passed, failed, skipped } = totalsOf(report);
    totals.passed += passed;
    totals.failed += failed;
    totals.skipped += skipped;
  }
  return totals;
}

/** `12 passed, 0 failed`, with `, 1 skipped` only if tests were skipped. */
export function verdict({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function totalsOf(report) {
  if (!counters.every((counter) => Number.isInteger(report?.[counter])))
    return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: report.numPassedTests,
    failed: Math.max(
      report.numFailedTests + report.numRuntimeErrorTestSuites,
      report.success === true ? 0 : 1,
    ),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
