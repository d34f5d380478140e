// `npm run prove -- images`: in real containers, never part of `npm test`.
/** @type {import('jest').Config} */
module.exports = {
  preset: '../../../jest.preset.js',
  testMatch: ['<rootDir>/spec/images/**/*.real.ts'],
  maxWorkers: 1,
  testTimeout: 600_000,
};
