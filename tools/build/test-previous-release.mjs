// `npm run test:previous-release -- [--project NAME]... [PATTERN]...`: the latest release's e2e on the schema of this
// checkout. During a rollout both releases run on one database, so the schema must still support the old one.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { workspace } from './compile-programs.mjs';
import { runProgram } from './run-program.mjs';

const withNode = 'tools/build/with-node.mjs';
const migrated = { 'public-api': 'apps/public-api', 'identity-provider': 'apps/identity-provider' };

/** Runs to its end. @throws if it fails, which means no test ran. */
async function must(...command) {
  const [file, ...args] = command;
  if ((await runProgram(file, args)) !== 0) throw new Error(`Failed: ${command.join(' ')}`);
}

function newestRelease() {
  const tags = execFileSync('git', ['tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname'], {
    cwd: workspace,
    encoding: 'utf8',
  });
  return tags.split('\n', 1)[0];
}

async function testOn(release, { folder, projects, patterns }) {
  process.chdir(workspace);
  await must(
    process.execPath,
    withNode,
    'nx',
    'run-many',
    '-t',
    'build',
    '-p',
    Object.keys(migrated).join(','),
  );
  await must(
    'git',
    'clone',
    '--quiet',
    '--depth=1',
    '-c',
    'advice.detachedHead=false',
    '--branch',
    release,
    pathToFileURL(workspace).href,
    folder,
  );
  process.env.TEST_MIGRATE_PROGRAMS = Object.values(migrated)
    .map((project) => join(workspace, 'dist', project, 'migrate.js'))
    .join(delimiter);
  process.chdir(folder);
  await must('npm', 'ci', '--prefer-offline');
  const codes = [];
  for (const project of projects)
    codes.push(
      await runProgram(process.execPath, [
        withNode,
        'nx',
        'run',
        `${project}:e2e`,
        '--skip-nx-cache',
        ...patterns,
      ]),
    );
  return codes.every((code) => code === 0);
}

async function main() {
  const { values, positionals: patterns } = parseArgs({
    options: { project: { type: 'string', multiple: true, default: ['public-api', 'platform-api'] } },
    allowPositionals: true,
  });
  const release = newestRelease();
  if (!release) {
    console.log('There is no release yet: no tag v* is an ancestor of this commit. No tests ran.');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'previous-release-'));
  try {
    const passed = await testOn(release, { folder, projects: values.project, patterns });
    console.log(`The e2e of ${release} ${passed ? 'pass' : 'FAIL'} on the schema of this checkout.`);
    process.exitCode = passed ? 0 : 1;
  } finally {
    process.chdir(workspace);
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch(({ message }) => {
  console.error(message);
  process.exitCode = 1;
});
