/** @type {import('jest').Config} */
module.exports = {
  preset: '../../../jest.preset.js',
  ...require('../../../tools/build/jest/postgres.cjs'),
};
