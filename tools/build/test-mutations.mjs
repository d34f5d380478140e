// `npm run prove -- mutations [-- TEXT]`: changes one place of a copy of the source at a time, as docs/security/mutations.json says, and
// runs the test that must then fail, with an assertion. TEXT selects mutations by claim, file or test. The checkout stays as it is.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspace } from './compile-programs.mjs';
import { jestArguments } from './jest-arguments.mjs';
import { jestConfigOf, projects } from './projects.mjs';
import { baselineProblem, mutated, undetected } from './source-mutation.mjs';

/** The files of the checkout, with those that are not committed yet. */
function copyInto(folder) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: workspace,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of listed.split('\0').filter((each) => each !== '' && existsSync(join(workspace, each))))
    cpSync(join(workspace, file), join(folder, file));
  symlinkSync(join(workspace, 'node_modules'), join(folder, 'node_modules'), 'dir');
}

/** Jest's report of one test file; undefined if it wrote none. */
function run(folder, test) {
  const project = projects.find(({ root }) => test.startsWith(`${root}/`));
  const report = join(folder, 'mutation-report.json');
  rmSync(report, { force: true });
  const options = ['--runInBand', '--json', '--outputFile', report, '--runTestsByPath', test];
  spawnSync(process.execPath, jestArguments(jestConfigOf(project, test), ...options), {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
}

function tried(mutation, { folder, baselineOf }) {
  const problem = baselineProblem(mutation, baselineOf(mutation.test));
  if (problem !== undefined) return problem;
  const path = join(folder, mutation.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(source, mutation));
  try {
    return undetected(mutation, run(folder, mutation.test));
  } finally {
    writeFileSync(path, source);
  }
}

function tryAll(mutations) {
  const folder = mkdtempSync(join(tmpdir(), 'mutations-'));
  try {
    copyInto(folder);
    const baselines = new Map();
    const baselineOf = (test) => {
      if (!baselines.has(test)) baselines.set(test, run(folder, test));
      return baselines.get(test);
    };
    let missed = 0;
    for (const mutation of mutations) {
      const problem = tried(mutation, { folder, baselineOf });
      if (problem !== undefined) missed += 1;
      console.log(
        `${problem === undefined ? 'found ' : 'MISSED'}  ${mutation.breaks}\n        ${mutation.test}`,
      );
      if (problem !== undefined) console.log(`        ${problem}`);
    }
    console.log(`${mutations.length - missed} of ${mutations.length} mutations found.`);
    return missed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [text = ''] = process.argv.slice(2);
const listed = JSON.parse(readFileSync(join(workspace, 'docs/security/mutations.json'), 'utf8'));
const selected = listed.filter(({ claim, file, test }) =>
  [claim, file, test].some((each) => each.includes(text)),
);
process.exitCode = selected.length > 0 && tryAll(selected) === 0 ? 0 : 1;
if (selected.length === 0) console.error(`No mutation has this text: ${text}`);
