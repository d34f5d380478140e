// `npm run prove -- planted [-- -t 'lost intent']`: defects that the checks of `npm run prove -- faults` must find.
import { fileURLToPath } from 'node:url';
import { runProgram } from '../build/run-program.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const built = await runProgram(process.execPath, [
  'node_modules/nx/dist/bin/nx.js',
  'run-many',
  '-t',
  'build,bundle',
]);
process.exitCode =
  built ||
  (await runProgram(process.execPath, [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '-c',
    'tools/faults/jest.real.config.cjs',
    ...process.argv.slice(2),
  ]));
