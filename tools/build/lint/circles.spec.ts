import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const workspace = join(__dirname, '../../..');

describe('the check for circles', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'circles-'));
    cpSync(join(workspace, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
    symlinkSync(join(workspace, 'node_modules'), join(folder, 'node_modules'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function check(files: Readonly<Record<string, string>>): {
    readonly status: number | null;
    readonly output: string;
  } {
    for (const [path, code] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    const program = join(workspace, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const config = join(__dirname, 'circles.cjs');
    const roots = new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''));
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--config', config, ...roots], {
      cwd: folder,
      encoding: 'utf8',
      // Nx asks its tasks for colours when it runs in a terminal.
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    return { status, output: stdout + stderr };
  }

  it('passes files that import in one direction', () => {
    const { status, output } = check({
      'libs/one/src/index.ts': `export { b } from '@governance/two';\n`,
      'libs/two/src/index.ts': `export const b = 1;\n`,
    });
    expect({ status, output }).toMatchObject({ status: 0 });
  });

  it.each([
    ['values within a project', `import { a } from './a';\nexport const b = a;\n`],
    ['types within a project', `import { type A } from './a';\nexport type B = A;\n`],
  ])('fails on a circle of %s', (_what, code) => {
    const { status, output } = check({
      'libs/one/src/a.ts': `import { type B } from './b';\nexport const a = 1;\nexport type A = B;\n`,
      'libs/one/src/b.ts': code,
    });
    expect(status).not.toBe(0);
    expect(output).toContain('no-circle: libs/one/src/a.ts');
  });

  it('fails on a circle across projects', () => {
    const { status, output } = check({
      'libs/one/src/index.ts': `export { b } from '@governance/two';\n`,
      'libs/two/src/index.ts': `import { type C } from '@governance/one';\nexport const b: C = 1;\n`,
    });
    expect(status).not.toBe(0);
    expect(output).toContain('no-circle: libs/one/src/index.ts');
  });

  describe('in the identity provider', () => {
    const source = 'apps/identity-provider/src';
    const imports = (from: string, to: string): Record<string, string> => ({
      [`${source}/${to}.ts`]: 'export const to = 1;\n',
      [`${source}/${from}.ts`]: `import { to } from '${'../'.repeat(from.split('/').length - 1) || './'}${to}';\nexport const from = to;\n`,
    });

    it('passes imports of lower folders and within one', () => {
      const { status, output } = check({
        ...imports('sign-in/visit', 'oauth/cookies'),
        ...imports('people/users.store', 'people/passwords.store'),
        ...imports('app.module', 'account/account.routes'),
      });
      expect({ status, output }).toMatchObject({ status: 0 });
    });

    it('fails on imports of the same and higher layers, and on a folder without a layer', () => {
      const { output } = check({
        ...imports('oauth/cookies', 'sign-in/visit'),
        ...imports('people/users.store', 'device/device-polls.store'),
        ...imports('signing/signing-key', 'config'),
        ...imports('unlisted/new', 'database/housekeeping'),
      });
      for (const from of ['oauth/cookies', 'people/users.store', 'signing/signing-key'])
        expect(output).toContain(`no-import-from-above: ${source}/${from}.ts`);
      expect(output).toContain(`no-folder-without-layer: ${source}/unlisted/new.ts`);
    });
  });
});
