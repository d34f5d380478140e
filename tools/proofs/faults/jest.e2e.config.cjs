// A run of minutes, on a machine that may be ten times slower.
process.env.TEST_TIMEOUT_SECONDS ??= '1800';

/** @type {import('jest').Config} */
module.exports = {
  preset: '../../../jest.preset.js',
  testMatch: ['<rootDir>/e2e/**/*.e2e.ts'],
};
