// `npm run prove -- fuzz`: the requests of the public surface with arbitrary bodies, 50,000 times.
import { runProgram } from './run-program.mjs';

process.env.FUZZ_RUNS = '50000';
process.exitCode = await runProgram(process.execPath, [
  'tools/build/with-node.mjs',
  'nx',
  'run',
  'public-api:e2e',
  'any-body',
]);
