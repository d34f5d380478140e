// `npm run prove -- kubernetes`: with pods on a real node, never part of `npm test`.
process.env.TEST_TIMEOUT_SECONDS ??= '1800';

/** @type {import('jest').Config} */
module.exports = {
  preset: '../../../jest.preset.js',
  testMatch: ['<rootDir>/spec/node/**/*.real.ts'],
};
