/** @type {import('jest').Config} */
module.exports = {
  preset: '../../../jest.preset.js',
};
