// Builds what has changed, quietly, and runs one of the built programs: `run-built.mjs apps/public-api/keys init`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Builds every project; cached, so that nothing happens when nothing has changed. Shows what was said only if it fails. */
async function build() {
  const nx = fileURLToPath(new URL('../../node_modules/nx/dist/bin/nx.js', import.meta.url));
  const child = spawn(process.execPath, [nx, 'run-many', '-t', 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    child.kill('SIGTERM');
  };
  for (const signal of signals) process.on(signal, interrupt);
  const [code] = await once(child, 'close');
  for (const signal of signals) process.off(signal, interrupt);
  if (interrupted) process.exit(1);
  if (code === 0) return;
  process.stdout.write(Buffer.concat(output));
  process.exit(code ?? 1);
}

const [program, ...args] = process.argv.slice(2);
// Not on stdout: that belongs to the program.
process.stderr.write('Building\n');
await build();
process.chdir(root);
process.exitCode = await runProgram(process.execPath, [`dist/${program}.js`, ...args]);
