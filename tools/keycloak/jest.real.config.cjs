// `npm run prove -- keycloak`: against a real server, never part of `npm test`.
/** @type {import('jest').Config} */
module.exports = {
  preset: '../../jest.preset.js',
  ...require('../build/jest/postgres.cjs'),
  testMatch: ['<rootDir>/spec/real/**/*.real.ts'],
  // One small server.
  maxWorkers: 1,
  testTimeout: 600_000,
};
