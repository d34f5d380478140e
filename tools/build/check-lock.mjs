// Refuses a package-lock.json that `npm ci` would refuse, here or with another npm.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lockProblems } from './lock-problems.mjs';
import { runProgram } from './run-program.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const problems = lockProblems(JSON.parse(readFileSync('package-lock.json', 'utf8')));
for (const problem of problems) console.error(`package-lock.json: ${problem}`);
// On stdout it only lists what it would install.
const installed = await runProgram('npm', ['ci', '--dry-run', '--loglevel=error'], { stdout: 'ignore' });
process.exitCode = problems.length > 0 ? 1 : installed;
