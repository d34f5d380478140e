// Refuses a package-lock.json that `npm ci` of this or another npm version would refuse.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lockProblems } from './lock-problems.mjs';
import { runProgram } from './run-program.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const problems = lockProblems(JSON.parse(readFileSync('package-lock.json', 'utf8')));
for (const problem of problems) console.error(`package-lock.json: ${problem}`);
// Its stdout only lists packages.
const installed = await runProgram('npm', ['ci', '--dry-run', '--loglevel=error'], { stdout: 'ignore' });
process.exitCode = problems.length > 0 ? 1 : installed;
