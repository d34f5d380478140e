/** @type {import('jest').Config} */
module.exports = {
  preset: '../../../jest.preset.js',
  testMatch: ['<rootDir>/e2e/**/*.e2e.ts'],
  // A run of minutes, on a machine that may be ten times slower.
  testTimeout: 1_800_000,
  // Each file starts the whole product.
  maxWorkers: 1,
};
