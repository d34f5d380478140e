// Builds what has changed and runs a command of the command line in the caller's folder: `run-governance.mjs verify certificate.pdf`.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from './build-all.mjs';
import { nearestIssuer } from './nearest-issuer.mjs';
import { runProgram } from './run-program.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
// stdout belongs to the program.
process.stderr.write('Building\n');
await buildAll();
const issuer = nearestIssuer(root, process.env);
if (issuer) process.env.GOVERNANCE_PUBLIC_URL = issuer;
// npm runs scripts in the workspace.
process.chdir(process.env.INIT_CWD ?? '.');
process.exitCode = await runProgram(process.execPath, [
  join(root, 'dist/apps/cli/governance.mjs'),
  ...process.argv.slice(2),
]);
