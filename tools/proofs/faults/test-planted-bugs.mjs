// `npm run prove -- planted [-- -t 'lost intent']`: defects that the checks of `npm run prove -- faults` must find.
import { fileURLToPath } from 'node:url';
import { buildAll } from '../../build/build-all.mjs';
import { jestArguments } from '../../build/jest-arguments.mjs';
import { runProgram } from '../../build/run-program.mjs';

process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));
await buildAll('build,bundle');
const jest = jestArguments('tools/proofs/faults/jest.real.config.cjs', ...process.argv.slice(2));
process.exitCode = await runProgram(process.execPath, jest);
