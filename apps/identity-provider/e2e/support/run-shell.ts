import { execFile, type ExecFileException } from 'node:child_process';
import { promisify } from 'node:util';

interface Shell {
  /** What a person types or pastes. */
  readonly input?: string;
  readonly cwd?: string;
  /** Variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

interface ShellOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs commands that a page shows in bash, as they are. They end at the first that fails. */
export async function runShell(
  commands: string,
  { input = '', cwd, env }: Shell = {},
): Promise<ShellOutcome> {
  const running = promisify(execFile)('bash', ['-euc', commands], { cwd, env: { ...process.env, ...env } });
  // Commands may end without reading it.
  running.child.stdin?.on('error', () => undefined).end(input);
  try {
    return { code: 0, ...(await running) };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as ExecFileException;
    return { code: Number(code), stdout, stderr };
  }
}
