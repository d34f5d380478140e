import { isSystemError } from './keyring-file';
import { KeyringUnusable } from './keyring-unusable';

export interface KeyFileCommandOptions {
  readonly file: string;
  readonly now: Date;
  readonly print: (line: string) => void;
}

/** A command that manages a key file. */
export interface KeyFileCommand {
  /** The name on the command line: `keys`. */
  readonly name: string;
  /** The kind of file, for messages. */
  readonly fileKind: string;
  readonly init: (options: KeyFileCommandOptions) => void;
  readonly rotate: (options: KeyFileCommandOptions) => void;
  readonly list: (options: KeyFileCommandOptions) => void;
  /** Makes the error for a file without valid keys. */
  readonly unusable: (problem: string, file: string) => Error;
}

const failed = 1;
const misused = 2;

/** Runs `init`, `rotate` or `list`. Returns the exit code. */
export function runKeyFileCommand(
  command: KeyFileCommand,
  args: readonly string[],
  options: KeyFileCommandOptions,
): number {
  const [action, ...rest] = args;
  if (!isAction(action) || rest.length > 0) {
    options.print(`Usage: ${command.name} ${actions.join(' | ')}`);
    return misused;
  }
  try {
    command[action](options);
    return 0;
  } catch (error) {
    options.print(explain(error, command, options.file));
    return failed;
  }
}

const actions = ['init', 'rotate', 'list'] as const;

function isAction(text: string | undefined): text is (typeof actions)[number] {
  return (actions as readonly (string | undefined)[]).includes(text);
}

/** File system errors name a call and a path; any other error is a defect and keeps its stack. */
function explain(error: unknown, { fileKind, unusable }: KeyFileCommand, file: string): string {
  if (error instanceof KeyringUnusable) return unusable(error.problem, file).message;
  if (isSystemError(error)) return `The ${fileKind} cannot be used: ${error.message}.`;
  throw error;
}
