// `npm run prove -- stress`: the tests that measure time, on an idle machine. Only this command enforces time limits.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { projects, testTargetOf, testTargets } from './projects.mjs';
import { runProgram } from './run-program.mjs';
import { testFiles } from './browser-tests.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
process.env.STRESS = 'true';
const measures = (file) => /\bnew Times\(/.test(readFileSync(file, 'utf8'));
let failed = 0;
for (const { name, root } of projects) {
  const files = testFiles(root).filter(measures);
  for (const target of testTargets) {
    const own = files.filter((file) => testTargetOf(file) === target);
    if (own.length === 0) continue;
    const args = ['tools/build/with-node.mjs', 'nx', 'run', `${name}:${target}`];
    failed += (await runProgram(process.execPath, [...args, '--runInBand', ...own])) === 0 ? 0 : 1;
  }
}
process.exitCode = failed === 0 ? 0 : 1;
