import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { browserTests } from './browser-tests.mjs';

const workspace = join(__dirname, '../..');

describe('the tests that start a browser', () => {
  it.each([
    ['libs/certificates', 'src/puppeteer-certificate-renderer.spec.ts', 'itself'],
    ['apps/identity-provider', 'e2e/pages.e2e.ts', 'through the library for tests'],
    ['apps/cli', 'src/verify/verification.spec.ts', 'through its support'],
    ['apps/public-api', 'e2e/delivery/completion.e2e.ts', 'through the worker'],
    ['apps/public-api', 'e2e/delivery/worker-crash.e2e.ts', 'through a built program'],
  ])('of %s include %s, which starts one %s', (root, file) => {
    expect(browserTests(root, workspace)).toContain(`${root}/${file}`);
  });

  it('are not those that only know a module of the product which could', () => {
    expect(browserTests('apps/public-api', workspace)).not.toContain('apps/public-api/src/config.spec.ts');
    expect(browserTests('libs/rubric', workspace)).toEqual([]);
  });

  it.each([
    ['', process.platform === 'linux' && process.arch === 'x64' ? 'bundled' : ''],
    ['/opt/google/chrome/chrome', '/opt/google/chrome/chrome'],
  ])('run with BROWSER_EXECUTABLE=%s in the browser %s', (setting, expected) => {
    const program = `require('./jest.preset.js'); process.env.BROWSER_EXECUTABLE`;
    const options = { cwd: workspace, env: { BROWSER_EXECUTABLE: setting }, encoding: 'utf8' } as const;
    expect(execFileSync(process.execPath, ['-p', program], options)).toBe(`${expected}\n`);
  });
});
