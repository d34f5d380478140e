// `npm run prove -- kubernetes`: with pods on a real node, never part of `npm test`.
process.env.TEST_TIMEOUT_SECONDS ??= '1800';

/** @type {import('jest').Config} */
module.exports = {
  preset: '../../../jest.preset.js',
  // With `--policies` the node enforces network policies, and nothing else is measured there.
  testMatch: [`<rootDir>/spec/${process.env.ENFORCES_POLICIES ? 'policies' : 'node'}/**/*.real.ts`],
};
