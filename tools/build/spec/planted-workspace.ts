import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

export interface PlantedProject {
  /** Such as `libs/iam`. */
  readonly root: string;
  readonly tags: readonly string[];
}

interface ImportReport {
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

interface LintResult {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly message: string }[];
}

const real = join(__dirname, '../../..');
const copied = ['eslint.config.mjs', 'package.json', 'tsconfig.base.json'];
const checks = ['projects.mjs', 'lint/boundaries.mjs', 'lint/imports.mjs', 'lint/restrictions.mjs'];

/** A workspace in the temporary folder: this one's rules and packages, and projects of the test. */
export class PlantedWorkspace {
  readonly #root = realpathSync(mkdtempSync(join(tmpdir(), 'planted-')));

  constructor(projects: readonly PlantedProject[], files: Readonly<Record<string, string>>) {
    for (const file of copied) cpSync(join(real, file), join(this.#root, file));
    for (const file of checks) {
      cpSync(join(real, 'tools/build', file), join(this.#root, 'tools/build', file), { recursive: true });
    }
    symlinkSync(join(real, 'node_modules'), join(this.#root, 'node_modules'));
    for (const { root, tags } of projects) {
      this.#write(`${root}/project.json`, JSON.stringify({ name: basename(root), tags }));
      this.#write(`${root}/src/index.ts`, 'export const value = 1;\n');
    }
    for (const [path, code] of Object.entries(files)) this.#write(path, code);
  }

  /** Checks the imports of all files: of each file the broken rules, in alphabetical order. */
  checkImports(): ReadonlyMap<string, readonly string[]> {
    const folders = ['apps', 'libs', 'tools'].filter((folder) => existsSync(join(this.#root, folder)));
    const args = ['--config', 'tools/build/lint/imports.mjs', '--output-type', 'json', ...folders];
    const { summary } = JSON.parse(
      this.#run('dependency-cruiser/bin/dependency-cruiser.mjs', args),
    ) as ImportReport;
    const broken = new Map<string, string[]>();
    for (const { from, rule } of summary.violations) {
      broken.set(from, [...new Set([...(broken.get(from) ?? []), rule.name])].toSorted());
    }
    return broken;
  }

  /** Lints all files at once: the violated rules of each file, with their messages. */
  lintAll(): ReadonlyMap<string, readonly string[]> {
    const results = JSON.parse(this.#run('eslint/bin/eslint.js', ['--format', 'json', '.'])) as LintResult[];
    return new Map(
      results.map(({ filePath, messages }) => [
        relative(this.#root, filePath),
        messages.map(({ ruleId, message }) => `${ruleId ?? 'error'}: ${message}`),
      ]),
    );
  }

  remove(): void {
    rmSync(this.#root, { recursive: true });
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(join(this.#root, path)), { recursive: true });
    writeFileSync(join(this.#root, path), text);
  }

  #run(program: string, args: readonly string[]): string {
    // The outer Nx asks its tasks for colours when it runs in a terminal.
    const env = { ...process.env, FORCE_COLOR: '0' };
    const options = { cwd: this.#root, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
    const { stdout, stderr } = spawnSync(process.execPath, [join('node_modules', program), ...args], options);
    if (stdout === '') throw new Error(stderr);
    return stdout;
  }
}
