import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const nx = fileURLToPath(new URL('../../node_modules/nx/dist/bin/nx.js', import.meta.url));
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Builds every project that changed since its cached build, and with the targets `build,bundle` the bundles too. Prints the output of the build only if it fails,
 * and then exits with its code. Inside a task of Nx it builds nothing: Nx has built what the task depends on, and a second
 * build would replace programs that other tasks are running.
 */
export async function buildAll(targets = 'build') {
  if (process.env.NX_TASK_TARGET_TARGET !== undefined) return;
  const child = spawn(process.execPath, [nx, 'run-many', '-t', targets], {
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
