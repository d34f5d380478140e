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
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--config', config, 'libs'], {
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
});
