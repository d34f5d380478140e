// The base of every project's Jest configuration.
const { globSync, mkdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = __dirname;
// Jest writes its report there, but does not create the folder.
mkdirSync(join(root, 'reports/jest'), { recursive: true });
const swc = JSON.parse(readFileSync(join(root, 'tools/build/swc.json'), 'utf8'));

/** What barrels export by name from their own modules: swc has to be told, because it is lazy for packages only. */
const exported = globSync('libs/*/{src,spec/src}/index.ts', { cwd: root }).flatMap((barrel) =>
  [...readFileSync(join(root, barrel), 'utf8').matchAll(/\} from '(\..+)'/g)].map(
    ([, specifier]) => specifier,
  ),
);

// Tests use the bundled browser, not an installed one. BROWSER_EXECUTABLE selects another.
if (process.platform === 'linux' && process.arch === 'x64') process.env.BROWSER_EXECUTABLE ||= 'bundled';

function compiled(lazy) {
  return ['@swc/jest', { ...swc, module: { type: 'commonjs', lazy } }];
}

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/nightly/'],
  // Lazy: a spec loads only the modules it uses from a barrel.
  transform: {
    '/libs/[a-z-]+/(?:spec/)?src/index\\.ts$': compiled(exported),
    '\\.ts$': compiled(true),
  },
  moduleNameMapper: {
    '^@governance/([a-z-]+(?:/spec)?)$': join(root, 'libs/$1/src/index.ts'),
  },
  setupFiles: ['reflect-metadata'],
  // For hanging tests, not slow ones: tests set no timeouts.
  testTimeout: 300_000,
  workerIdleMemoryLimit: '1GB',
};
