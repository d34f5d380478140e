/** @type {import('jest').Config} */
module.exports = {
  preset: '../../jest.preset.js',
  ...require('../../tools/build/jest/postgres.cjs'),
  testMatch: ['<rootDir>/e2e/**/*.e2e.ts'],
};
