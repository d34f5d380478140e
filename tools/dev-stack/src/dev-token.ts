import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tokenProgram } from './development-token';
import { files, root, runningStack } from './running-stack';
import { type StackDescription } from './stack-description';

/** Runs the program that signs with this command line, and prints its output. Resolves to the exit code. */
async function sign(stack: StackDescription): Promise<number> {
  const environment = process.env.ENVIRONMENT ?? 'development';
  const { script, env } = await tokenProgram({ ...stack, root, files }, environment);
  const child = spawn(process.execPath, [script, ...process.argv.slice(2)], { env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

void runningStack()
  .then((stack) => (stack ? sign(stack) : 1))
  .then((code) => {
    process.exitCode = code;
  });
