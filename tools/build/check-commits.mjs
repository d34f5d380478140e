// Refuses commits whose subject is no Conventional Commit or is too long. Skips the check without git history, as in an archive.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { commitProblems } from './commit-problems.mjs';

/** The last commit before this check was introduced. */
const checkedSince = '8a417ffa92773ec6a5a43d5182b7b2d56db2f791';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const { status, stdout } = spawnSync('git', ['log', '--format=%s', `${checkedSince}..HEAD`], {
  encoding: 'utf8',
});
if (status !== 0) console.error('No git history: commit subjects are not checked.');
const problems = status === 0 ? commitProblems(stdout.split('\n').filter(Boolean)) : [];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
