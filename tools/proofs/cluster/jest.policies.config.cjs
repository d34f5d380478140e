// `npm run prove -- kubernetes --policies`: with a real network plugin, never part of `npm test`.
process.env.TEST_TIMEOUT_SECONDS ??= '300';

/** @type {import('jest').Config} */
module.exports = {
  preset: '../../../jest.preset.js',
  testMatch: ['<rootDir>/spec/policies/**/*.real.ts'],
};
