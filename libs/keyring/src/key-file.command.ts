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

export interface KeyFileCommand {
  readonly name: string;
  /** The kind of file, for messages. */
  readonly fileKind: string;
  readonly init: (options: KeyFileCommandOptions) => void;
  /** `minutes`: until the new key is used; only where `delaysRotation`. */
  readonly rotate: (options: KeyFileCommandOptions, minutes?: number) => void;
  readonly delaysRotation?: boolean;
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
  const run = actionOf(command, args);
  if (!run) {
    const rotate = command.delaysRotation ? 'rotate [MINUTES]' : 'rotate';
    options.print(
      `Usage: ${command.name} init | ${rotate} | list${command.certify ? ' | certify [NAME]' : ''}`,
    );
    return misused;
  }
  try {
    run(options);
    return 0;
  } catch (error) {
    options.print(explain(error, command, options.file));
    return failed;
  }
}

type Action = (options: KeyFileCommandOptions) => void;

/** Undefined for a wrong command line. */
function actionOf(
  { init, rotate, list, certify, delaysRotation }: KeyFileCommand,
  [name, value, ...rest]: readonly string[],
): Action | undefined {
  if (rest.length > 0) return undefined;
  if (name === 'certify' && certify)
    return (options) => {
      certify(options, value);
    };
  if (name === 'rotate' && delaysRotation && value !== undefined) {
    if (!/^\d{1,5}$/.test(value)) return undefined;
    return (options) => {
      rotate(options, Number(value));
    };
  }
  if (value !== undefined) return undefined;
  return new Map<string | undefined, Action>([
    ['init', init],
    ['rotate', rotate],
    ['list', list],
  ]).get(name);
}

/** File system errors name a call and a path; any other error is a defect and keeps its stack. */
function explain(error: unknown, { fileKind, unusable }: KeyFileCommand, file: string): string {
  if (error instanceof KeyringUnusable) return unusable(error.problem, file).message;
  if (isSystemError(error)) return `The ${fileKind} cannot be used: ${error.message}.`;
  throw error;
}
