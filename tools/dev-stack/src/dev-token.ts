import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tokenProgram } from './development-token';
import { readDescription, type StackDescription } from './stack-description';
import { stackFiles } from './stack-files';

const root = join(__dirname, '..', '..', '..');
const files = stackFiles(root);
const timeoutMs = 5_000;

/** Whether the described stack still runs: a killed one leaves its description. Checks the mailbox, which is part of it. */
async function runs({ mailbox }: StackDescription): Promise<boolean> {
  try {
    await fetch(mailbox.url, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    return false;
  }
}

/** Runs the program that signs with this command line, and prints its output. Resolves to the exit code. */
async function sign(stack: StackDescription): Promise<number> {
  const environment = process.env.ENVIRONMENT ?? 'development';
  const { script, env } = await tokenProgram({ ...stack, root, files }, environment);
  const child = spawn(process.execPath, [script, ...process.argv.slice(2)], { env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

async function main(): Promise<number> {
  const stack = readDescription(files.description);
  if (!stack || !(await runs(stack))) {
    process.stderr.write('No stack is running. Run `npm start`, and wait until it is up.\n');
    return 1;
  }
  return sign(stack);
}

void main().then((code) => {
  process.exitCode = code;
});
