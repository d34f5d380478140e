// `npm run prove -- kubernetes`: against a real API server, never part of `npm test`.
/** @type {import('jest').Config} */
module.exports = {
  preset: '../../../jest.preset.js',
  ...require('../../build/jest/postgres.cjs'),
  testMatch: ['<rootDir>/spec/real/**/*.real.ts'],
};
