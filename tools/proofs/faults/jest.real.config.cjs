// `npm run prove -- planted`: minutes of load, never part of `npm test`.
/** @type {import('jest').Config} */
module.exports = {
  ...require('./jest.e2e.config.cjs'),
  testMatch: ['<rootDir>/spec/real/**/*.real.ts'],
};
