/** @type {import('jest').Config} */
module.exports = {
  preset: '../../jest.preset.js',
  ...require('../../tools/build/jest/postgres.cjs'),
  setupFiles: ['<rootDir>/e2e/support/hash-once.ts'],
  testMatch: ['<rootDir>/e2e/**/*.e2e.ts'],
};
