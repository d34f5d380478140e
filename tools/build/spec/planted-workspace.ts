import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';

export interface PlantedProject {
  /** Such as `libs/iam`. */
  readonly root: string;
  readonly tags: readonly string[];
}

interface LintResult {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly message: string }[];
}

interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

const real = join(__dirname, '../../..');
const copied = ['eslint.config.mjs', 'nx.json', 'package.json', 'package-lock.json', 'tsconfig.base.json'];

const lint = {
  executor: 'nx:run-commands',
  options: { command: 'node node_modules/eslint/bin/eslint.js --max-warnings 0 {projectRoot}' },
};

/** A workspace in the temporary folder: this one's rules and packages, and projects of the test. */
export class PlantedWorkspace {
  readonly #root = realpathSync(mkdtempSync(join(tmpdir(), 'planted-')));

  constructor(projects: readonly PlantedProject[], files: Readonly<Record<string, string>>) {
    for (const file of copied) cpSync(join(real, file), join(this.#root, file));
    for (const file of ['projects.mjs', 'lint/boundaries.mjs', 'lint/restrictions.mjs']) {
      cpSync(join(real, 'tools/build', file), join(this.#root, 'tools/build', file), { recursive: true });
    }
    symlinkSync(join(real, 'node_modules'), join(this.#root, 'node_modules'));
    for (const { root, tags } of projects) {
      const description = { name: basename(root), projectType: 'library', tags, targets: { lint } };
      this.#write(`${root}/project.json`, JSON.stringify(description));
      this.#write(`${root}/src/index.ts`, 'export const value = 1;\n');
    }
    for (const [path, code] of Object.entries(files)) this.#write(path, code);
  }

  /** Lints through Nx, which creates the project graph that the boundary rule reads. */
  lintThroughNx(...projects: readonly string[]): Run {
    const args = ['run-many', '--targets=lint', `--projects=${projects.join(',')}`, '--outputStyle=static'];
    return this.#run('nx/dist/bin/nx.js', args);
  }

  /** Lints all files at once: the violated rules of each file, with their messages. */
  lintAll(): ReadonlyMap<string, readonly string[]> {
    const { output, errors } = this.#run('eslint/bin/eslint.js', ['--format', 'json', '.']);
    if (output === '') throw new Error(errors);
    const results = JSON.parse(output) as LintResult[];
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

  #run(program: string, args: readonly string[]): Run {
    // The outer Nx passes its workspace to tasks, and this is another one.
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('NX_'));
    const env = {
      ...Object.fromEntries(inherited),
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
      NX_DAEMON: 'false',
      NX_NO_CLOUD: 'true',
      NX_TUI: 'false',
      FORCE_COLOR: '0',
    };
    const options = { cwd: this.#root, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join('node_modules', program), ...args],
      options,
    );
    return { code: status, output: stdout, errors: stderr };
  }
}
