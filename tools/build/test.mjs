// `npm test`: checks the lock, the commits, all projects, the specification's promises and the security requirements; the last line adds up all tests.
// `npm run test:nightly` (`--nightly`): the same with the tests that take minutes, and each property 5,000 times.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addUp, skippedTests, verdict } from './jest-totals.mjs';
import { projects, testTargets } from './projects.mjs';
import { runProgram } from './run-program.mjs';
import { runTimes } from './run-times.mjs';
import { promisesIn, unprovenPromises } from './unproven-promises.mjs';

const isNightly = process.argv.includes('--nightly');
const suites = isNightly ? testTargets : testTargets.filter((target) => target !== 'nightly');
const reports = 'reports/jest';
/** Nx writes it after each run. */
const tasksFile = '.nx/cache/run.json';

function expectedReports() {
  return projects.flatMap(({ name, targets }) =>
    suites.filter((target) => target in targets).map((target) => `${reports}/${name}.${target}.json`),
  );
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.error(`No report ${file}: its tests did not run. Counted as one failure.`);
    return undefined;
  }
}

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
if (isNightly) process.env.FUZZ_RUNS ??= '5000';
if (!process.stdout.isTTY) process.env.FORCE_COLOR = '0';
// Tasks at once: a task often waits for a browser or a database.
process.env.NX_PARALLEL ??= '3';
rmSync(reports, { recursive: true, force: true });
rmSync(tasksFile, { force: true });
mkdirSync(reports, { recursive: true });

const lock = await runProgram(process.execPath, ['tools/build/check-lock.mjs']);
const commits = await runProgram(process.execPath, ['tools/build/check-commits.mjs']);
const checks = await runProgram(process.execPath, [
  'tools/build/with-node.mjs',
  'nx',
  'run-many',
  '--targets',
  ['lint-all,imports,prose,typecheck,format,long', ...suites].join(','),
  '--nxBail=false',
  '--outputStyle=static-failures-only',
]);

const testReports = expectedReports().map(readReport);
const totals = addUp(testReports);
const skipped = skippedTests(testReports);
if (skipped.length > 0)
  console.error(
    `${skipped.join('\n')}\nEach skipped test counts as a failure: a test runs, or does not exist.`,
  );
if (lock !== 0) {
  console.error('package-lock.json is invalid: see above. Counted as one failure.');
  totals.failed += 1;
}
if (commits !== 0) {
  console.error('A commit subject violates the rules in CONTRIBUTING.md: see above. Counted as one failure.');
  totals.failed += 1;
}
if (checks !== 0 && totals.failed === 0) {
  console.error('All tests passed, but another check failed: see above. Counted as one failure.');
  totals.failed += 1;
}
const readList = (file) => JSON.parse(readFileSync(`docs/${file}`, 'utf8'));
const promises = promisesIn({
  coverage: readList('specification-coverage.json'),
  chapters: readList('security/asvs.json'),
  specifications: readList('security/openid-musts.json'),
});
const unproven = unprovenPromises(promises, testReports);
if (unproven.length > 0) {
  console.error(`${unproven.join('\n')}\nPromises are not proven: see above. Counted as one failure.`);
  totals.failed += 1;
}
if (existsSync(tasksFile)) {
  const { tasks } = JSON.parse(readFileSync(tasksFile, 'utf8'));
  console.log(runTimes(tasks, testReports, process.cwd()).join('\n'));
}
console.log(verdict(totals));
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
