// The base of every project's Jest configuration.
const { mkdirSync } = require('node:fs');
const { join } = require('node:path');

const loadTypeScript = join(__dirname, 'tools/build/jest/load-typescript.mjs');
require(loadTypeScript);
// Jest writes its report there, but does not create the folder.
mkdirSync(join(__dirname, 'reports/jest'), { recursive: true });

// Tests use the bundled browser, not an installed one. BROWSER_EXECUTABLE selects another.
if (process.platform === 'linux' && process.arch === 'x64') process.env.BROWSER_EXECUTABLE ||= 'bundled';

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/nightly/'],
  // Node loads the modules, once for all files of a worker (ADR 61).
  runner: join(__dirname, 'tools/build/jest/runner.mjs'),
  // In Jest's own process: Nx runs several projects at once (ADR 61).
  maxWorkers: 1,
  transform: {},
  setupFiles: [loadTypeScript, join(__dirname, 'tools/build/jest/report-properties.cjs')],
  // What a failed test leaves open must not keep the run alive.
  forceExit: true,
};
