/** @type {import('jest').Config} */
module.exports = {
  preset: '../../jest.preset.js',
  testMatch: ['<rootDir>/e2e/**/*.e2e.ts'],
};
