import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const workspace = join(__dirname, '../..');
const projects = ['identity-provider', 'platform-api', 'public-api'].map((name) => `apps/${name}`);
const template = 'apps/platform-api/src/console/templates/credentials.hbs';
const library = 'libs/mail/src/templates/mail.hbs';

/** Stands for every command: it appends the task to a journal, and builds something. */
const command = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
const { NX_TASK_TARGET_PROJECT: project, NX_TASK_TARGET_TARGET: target } = process.env;
appendFileSync('journal.log', project + ':' + target + '\\n');
if (target === 'build') {
  mkdirSync('dist/apps/' + project, { recursive: true });
  writeFileSync('dist/apps/' + project + '/main.js', '');
}`;

/** This workspace's own targets with other commands, so that only their caching is tested. */
function plant(root: string): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const file of ['package.json', 'tsconfig.base.json', '.gitignore'])
    cpSync(join(workspace, file), join(root, file));
  for (const file of [
    'nx.json',
    ...[...projects, 'libs/mail', 'tools/workspace'].map((path) => `${path}/project.json`),
  ])
    write(
      file,
      readFileSync(join(workspace, file), 'utf8').replaceAll(
        /"command": ".*"/g,
        '"command": "node command.cjs"',
      ),
    );
  write('command.cjs', command);
  write('libs/mail/src/index.ts', 'export const value = 1;\n');
  for (const path of projects) write(`${path}/src/main.ts`, `import '@governance/mail';\n`);
  for (const path of [template, library, 'tools/build/build-project.mjs']) write(path, 'as it was');
  git(root, 'init', '--quiet');
  git(root, 'add', '.');
  git(
    root,
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.com',
    'commit',
    '--quiet',
    '-m',
    'test: plant',
  );
}

function git(root: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: root });
}

describe('the Nx cache', () => {
  let folder: string;
  let first: string;
  let second: string;
  let everything: readonly string[];

  /** The tasks that ran, and were not taken from a cache. */
  function tasksOf(root: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
    const journal = join(root, 'journal.log');
    rmSync(journal, { force: true });
    if (!existsSync(join(root, 'node_modules')))
      symlinkSync(join(workspace, 'node_modules'), join(root, 'node_modules'));
    // The outer Nx passes its workspace to tasks, and this is another one.
    const inherited = Object.entries(process.env).filter(
      ([name]) => !name.startsWith('NX_') && name !== 'CI',
    );
    execFileSync(
      process.execPath,
      [
        join(workspace, 'tools/build/with-node.mjs'),
        'nx',
        'run-many',
        '--targets=build,bundle,test,e2e,lint-all,typecheck,format,prose,imports',
      ],
      {
        cwd: root,
        env: { ...Object.fromEntries(inherited), HOME: folder, ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    return readFileSync(journal, 'utf8').trim().split('\n').toSorted();
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nx-cache-'));
    [first, second] = [join(folder, 'first'), join(folder, 'second')];
    plant(first);
    git(folder, 'clone', '--quiet', first, second);
    everything = tasksOf(first);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is not shared with another clone of the same person', () => {
    expect(everything).toEqual(
      expect.arrayContaining(['platform-api:build', 'platform-api:e2e', 'workspace:lint-all']),
    );
    expect(tasksOf(second)).toEqual(everything);
    expect(existsSync(join(folder, '.nx'))).toBe(false);
  });

  it('keeps builds only: tests and checks run each time', () => {
    expect(tasksOf(first)).toEqual(everything.filter((task) => !/:(?:build|page-script)$/.test(task)));
  });

  it('is not used where CI is set', () => {
    expect(tasksOf(first, { CI: 'true' })).toEqual(everything);
  });

  it.each([
    { what: 'a page template of the program', path: template, builds: ['platform-api'] },
    {
      what: 'a template of a library',
      path: library,
      builds: ['identity-provider', 'platform-api', 'public-api'],
    },
    {
      what: 'the programs that build',
      path: 'tools/build/build-project.mjs',
      builds: ['identity-provider', 'platform-api', 'public-api'],
    },
  ])('builds again before the tests after a change of $what', ({ path, builds }) => {
    writeFileSync(join(first, path), 'changed');
    const tasks = tasksOf(first);
    expect(tasks.filter((task) => task.endsWith(':build'))).toEqual(builds.map((name) => `${name}:build`));
    expect(tasks).toContain('identity-provider:e2e');
  });
});
