// `npm run prove -- kubernetes`: with pods on a real node, never part of `npm test`.
/** @type {import('jest').Config} */
module.exports = {
  preset: '../../../jest.preset.js',
  testMatch: ['<rootDir>/spec/node/**/*.real.ts'],
  maxWorkers: 1,
  testTimeout: 600_000,
};
