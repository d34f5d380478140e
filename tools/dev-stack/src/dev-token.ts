import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tokenProgram } from './development-token';
import { readDescription, type StackDescription } from './stack-description';
import { stackFiles } from './stack-files';

const root = join(__dirname, '..', '..', '..');
const files = stackFiles(root);
const timeoutMs = 5_000;

/** Whether the stack still runs that has described itself: a killed one leaves its description. The mailbox is part of it. */
async function runs({ mailbox }: StackDescription): Promise<boolean> {
  try {
    await fetch(mailbox.url, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    return false;
  }
}

/** Hands the command line to the program that signs, and its answer to whoever asked. Resolves to the exit code. */
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
    process.stderr.write('Nothing is running. Start it with `npm start`, and wait until it is up.\n');
    return 1;
  }
  return sign(stack);
}

void main().then((code) => {
  process.exitCode = code;
});
