// `npm run prove -- previous-release [--from COMMIT] [--project NAME]... [--with FILE]... [PATTERN]...`: the latest release's
// e2e on the schema of this checkout. During a rollout both releases run on one database, so the schema must still support
// the old one. `--with` takes a file from this checkout: test support that alters the schema of its own release.
// With `--under-load`, the bundles of both releases run beside each other instead, while the schema is migrated.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { workspace } from './compile-programs.mjs';
import { newestRelease } from './newest-release.mjs';
import { runProgram } from './run-program.mjs';

const withNode = 'tools/build/with-node.mjs';
const migrated = { 'public-api': 'apps/public-api', 'identity-provider': 'apps/identity-provider' };

/** Runs to its end. @throws if it fails, which means no test ran. */
async function must(...command) {
  const [file, ...args] = command;
  if ((await runProgram(file, args)) !== 0) throw new Error(`Failed: ${command.join(' ')}`);
}

function git(...args) {
  return execFileSync('git', args, { cwd: workspace, encoding: 'utf8' }).trim();
}

async function checkOut(commit, folder) {
  await must('git', 'clone', '--quiet', '--no-checkout', pathToFileURL(workspace).href, folder);
  await must('git', '-C', folder, '-c', 'advice.detachedHead=false', 'checkout', '--quiet', commit);
  process.chdir(folder);
  await must('npm', 'ci', '--prefer-offline');
}

/** Builds the bundles of both, and runs them beside each other under the load of tools/proofs/faults. */
async function testUnderLoad(commit, { folder }) {
  const build = [process.execPath, withNode, 'nx', 'run-many', '-t', 'build,bundle', '-p'];
  process.chdir(workspace);
  await must(...build, 'public-api,platform-api,identity-provider,faults');
  await checkOut(commit, folder);
  await must(...build, 'public-api,platform-api,identity-provider');
  process.chdir(workspace);
  const program = 'dist/tools/proofs/faults/upgrade.js';
  return (await runProgram(process.execPath, [withNode, program, join(folder, 'dist/deploy')])) === 0;
}

/** Files that migrate databases of their own test the migrations of their release, of which here all have run. */
function testsOfMigrations(commit, project) {
  const files = git('ls-tree', '-r', '--name-only', commit, `apps/${project}/e2e/`).split('\n');
  return files.filter(
    (file) => file.endsWith('.e2e.ts') && git('show', `${commit}:${file}`).includes('createTestDatabase({'),
  );
}

async function testOn(commit, { folder, projects, replaced, patterns }) {
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
  // As in `npm test`: colours in what a tested program prints fail its test.
  process.env.FORCE_COLOR = '0';
  process.env.TEST_MIGRATE_PROGRAMS = Object.values(migrated)
    .map((project) => join(workspace, 'dist', project, 'migrate.js'))
    .join(delimiter);
  await checkOut(commit, folder);
  for (const file of replaced) cpSync(join(workspace, file), join(folder, file));
  const codes = [];
  for (const project of projects) {
    const ignored = testsOfMigrations(commit, project);
    if (ignored.length > 0) console.log(`Not run, as they test migrations: ${ignored.join(', ')}`);
    const ignore = ignored.map((file) => `--testPathIgnorePatterns=${file}`);
    const target = ['nx', 'run', `${project}:e2e`, '--skip-nx-cache', ...patterns, ...ignore];
    codes.push(await runProgram(process.execPath, [withNode, ...target]));
  }
  return codes.every((code) => code === 0);
}

async function main() {
  const { values, positionals: patterns } = parseArgs({
    options: {
      from: { type: 'string' },
      'under-load': { type: 'boolean', default: false },
      with: { type: 'string', multiple: true, default: [] },
      project: { type: 'string', multiple: true, default: ['public-api', 'platform-api'] },
    },
    allowPositionals: true,
  });
  const { from } = values;
  const release = from
    ? { name: from, commit: git('rev-parse', `${from}^{commit}`) }
    : newestRelease(workspace);
  if (!release) {
    const missing = 'neither a tag v* nor a commit "chore(release): X.Y.Z" is an ancestor of this commit';
    console.log(
      `There is no release yet: ${missing}. No tests ran. Fetch the tags, or name a commit with --from.`,
    );
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'previous-release-'));
  try {
    const test = values['under-load'] ? testUnderLoad : testOn;
    const { project: projects, with: replaced } = values;
    const passed = await test(release.commit, { folder, projects, replaced, patterns });
    const what = values['under-load'] ? 'The upgrade from' : 'On the schema of this checkout, the e2e of';
    console.log(`${what} ${release.name}: ${passed ? 'passed' : 'FAILED'}.`);
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
