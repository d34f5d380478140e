// What the Jest configuration of every project extends.
const { mkdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = __dirname;
// Jest writes its report there and does not make the folder.
mkdirSync(join(root, 'reports/jest'), { recursive: true });
const swc = JSON.parse(readFileSync(join(root, 'tools/build/swc.json'), 'utf8'));

// Tests run in the bundled browser, so that what a machine has installed changes nothing. BROWSER_EXECUTABLE chooses another one.
if (process.platform === 'linux' && process.arch === 'x64') process.env.BROWSER_EXECUTABLE ||= 'bundled';

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  // Lazy: a spec loads what it uses and not all that a barrel could give it, which saves a fifth of the whole run.
  transform: { '\\.ts$': ['@swc/jest', { ...swc, module: { type: 'commonjs', lazy: true } }] },
  moduleNameMapper: {
    '^@governance/([a-z-]+(?:/spec)?)$': join(root, 'libs/$1/src/index.ts'),
  },
  setupFiles: ['reflect-metadata'],
  // For a test that hangs, and not for one that is slow: no test has a limit of its own.
  testTimeout: 300_000,
  workerIdleMemoryLimit: '512MB',
};
