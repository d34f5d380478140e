const { setupFiles } = require('../../jest.preset.js');

/** @type {import('jest').Config} */
module.exports = {
  preset: '../../jest.preset.js',
  setupFiles: [...setupFiles, '<rootDir>/spec/quiet.mjs'],
};
