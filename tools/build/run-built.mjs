// Builds what has changed and runs one of the built programs: `run-built.mjs apps/public-api/operate keys init`.
import { fileURLToPath } from 'node:url';
import { buildAll } from './build-all.mjs';
import { runProgram } from './run-program.mjs';

const [program, ...args] = process.argv.slice(2);
// stdout belongs to the program.
process.stderr.write('Building\n');
await buildAll();
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
process.exitCode = await runProgram(process.execPath, [`dist/${program}.js`, ...args]);
