import { join } from 'node:path';
import { readDescription, type StackDescription } from './stack-description';
import { stackFiles } from './stack-files';

export const root = join(__dirname, '..', '..', '..');
export const files = stackFiles(root);
const timeoutMs = 5_000;

/** The running stack, for programs that use it. If there is none, says so on stderr. */
export async function runningStack(): Promise<StackDescription | undefined> {
  const stack = readDescription(files.description);
  if (stack && (await runs(stack))) return stack;
  process.stderr.write('No stack is running. Run `npm start`, and wait until it is up.\n');
  return undefined;
}

/** Whether the described stack still runs: a killed one leaves its description. Checks the mailbox, which is part of it. */
async function runs({ mailbox }: StackDescription): Promise<boolean> {
  try {
    await fetch(mailbox.url, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    return false;
  }
}
