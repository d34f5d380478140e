// `npm run prove -- keycloak`: against a real server, never part of `npm test`.
process.env.TEST_TIMEOUT_SECONDS ??= '1800';

/** @type {import('jest').Config} */
module.exports = {
  preset: '../../jest.preset.js',
  ...require('../build/jest/postgres.cjs'),
  testMatch: ['<rootDir>/spec/real/**/*.real.ts'],
};
