/** @type {import('jest').Config} */
module.exports = {
  preset: '../../jest.preset.js',
  testMatch: ['<rootDir>/spec/**/*.real.ts'],
};
