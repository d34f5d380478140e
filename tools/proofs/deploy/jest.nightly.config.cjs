/** @type {import('jest').Config} */
module.exports = {
  ...require('./jest.config.cjs'),
  testMatch: ['<rootDir>/nightly/**/*.spec.ts'],
  testPathIgnorePatterns: [],
};
