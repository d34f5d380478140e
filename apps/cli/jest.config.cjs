const preset = require('../../jest.preset.js');

/** @type {import('jest').Config} */
module.exports = {
  preset: '../../jest.preset.js',
  // TypeScript wants the extension of what it compiles to in a dynamic import.
  moduleNameMapper: { ...preset.moduleNameMapper, '^(\\.\\./verify/check-\\w+)\\.js$': '$1' },
};
