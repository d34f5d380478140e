/** @type {import('jest').Config} */
module.exports = {
  ...require('./jest.e2e.config.cjs'),
  testMatch: ['<rootDir>/nightly/**/*.e2e.ts'],
  testPathIgnorePatterns: [],
};
