import { type KeyObject } from 'node:crypto';
import { isSystemError } from './keyring-file';
import { KeyringUnusable } from './keyring-unusable';

export interface KeyFileCommandOptions {
  readonly file: string;
  readonly now: Date;
  readonly print: (line: string) => void;
  /** Makes the X.509 certificate of an issuer key; without it key files get none. */
  readonly selfSign?: (key: KeyToCertify) => Buffer;
}

export interface KeyToCertify {
  readonly privateKey: KeyObject;
  /** The name of the signer; undefined for the default one. */
  readonly name: string | undefined;
  readonly validFrom: Date;
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
  /** Adds a certificate to the newest key, for a name. */
  readonly certify?: (options: KeyFileCommandOptions, name: string | undefined) => void;
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
  const [action, name, ...rest] = args;
  const run = action === 'certify' ? command.certify : isAction(action) ? command[action] : undefined;
  if (!run || rest.length > 0 || (name !== undefined && action !== 'certify')) {
    options.print(
      `Usage: ${command.name} ${actions.join(' | ')}${command.certify ? ' | certify [NAME]' : ''}`,
    );
    return misused;
  }
  try {
    run(options, name);
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
