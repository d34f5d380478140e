import { spawn } from 'node:child_process';

export interface BashOptions {
  readonly cwd: string;
  /** All variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Runs a script as the runners of pipelines do. `output` has both streams. */
export async function bash(
  script: string,
  options: BashOptions,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const shell = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options);
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = Promise.withResolvers<number | null>();
  shell.on('error', ended.reject).on('close', ended.resolve);
  return { code: await ended.promise, output };
}
