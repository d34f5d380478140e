import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** A command block of a page, and what its commands printed. */
export interface ShellBlock {
  readonly text: string;
  readonly output: string;
}

export interface ShellPageOptions {
  /** Variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the commands run. */
  readonly cwd: string;
  /** Called with what the commands have written to stderr so far, so that a test can do what they ask for. */
  readonly onErrors?: (errors: string) => void;
}

/** Divides the outputs; no command prints it. */
const divider = '\0';

/** The `sh` blocks of a Markdown page, in order. */
export function shellBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text);
}

/**
 * Runs all `sh` blocks of a Markdown page as printed, in one shell, so that a block uses the variables of those before it.
 * Rejects with the printed errors when a command fails.
 */
export async function runShellPage(
  file: string,
  { env = {}, cwd, onErrors }: ShellPageOptions,
): Promise<ShellBlock[]> {
  const blocks = shellBlocks(readFileSync(file, 'utf8'));
  const script = blocks.map((text) => `${text}printf '\\0'\n`).join('');
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [printed, errors] = ['', ''];
  shell.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  shell.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
    onErrors?.(errors);
  });
  const [code] = (await once(shell, 'close')) as [number | null];
  const outputs = printed.split(divider);
  if (code !== 0) {
    const failed = blocks[outputs.length - 1] ?? '';
    throw new Error(`${file}: a block ended with ${String(code)}:\n${failed}${printed}${errors}`);
  }
  return blocks.map((text, index) => ({ text, output: outputs[index] ?? '' }));
}
