// `npm run test:file -- FILE [--debug] [options of Jest]`: one spec or e2e file, after building the programs it can start.
// With `--debug` the test waits for a debugger on port 9229.
import { fileURLToPath } from 'node:url';
import { buildAll } from './build-all.mjs';
import { jestArguments } from './jest-arguments.mjs';
import { jestConfigOf, projects } from './projects.mjs';
import { runProgram } from './run-program.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const [file = '', ...others] = process.argv.slice(2);
const project = projects.find(({ root }) => file.startsWith(`${root}/`));
if (!project || !/\.(spec|e2e)\.ts$/.test(file)) {
  console.error('Usage: npm run test:file -- FILE.spec.ts|FILE.e2e.ts [--debug] [options of Jest]');
  process.exit(1);
}

await buildAll();
process.exitCode = await runProgram(process.execPath, [
  ...(others.includes('--debug') ? ['--inspect-brk'] : []),
  ...jestArguments(jestConfigOf(project, file), '--runInBand', '--runTestsByPath', file),
  ...others.filter((option) => option !== '--debug'),
]);
