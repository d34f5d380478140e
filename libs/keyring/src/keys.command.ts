import { createKey, formatKeys, parseKeys } from './keyring-document';
import { createKeyringFile, isSystemError, readKeyringFile, replaceKeyringFile } from './keyring-file';
import { KeyringUnusable } from './keyring-unusable';

export interface KeysCommandOptions {
  readonly file: string;
  readonly now: Date;
  readonly print: (line: string) => void;
}

const failed = 1;
const misused = 2;

/** `init`, `rotate` or `list` the keyring file. Returns the exit code; prints for people and never key material. */
export function runKeysCommand(args: readonly string[], options: KeysCommandOptions): number {
  const [name, ...rest] = args;
  const command = name === undefined || rest.length > 0 ? undefined : commands.get(name);
  if (!command) {
    options.print('Usage: keys init | rotate | list');
    return misused;
  }
  try {
    command(options);
    return 0;
  } catch (error) {
    options.print(explain(error, options.file));
    return failed;
  }
}

const commands: ReadonlyMap<string, (options: KeysCommandOptions) => void> = new Map([
  ['init', init],
  ['rotate', rotate],
  ['list', list],
]);

function init({ file, now, print }: KeysCommandOptions): void {
  if (!createKeyringFile(file, formatKeys([createKey(1, now)]))) {
    print(`${file} exists already and is unchanged.`);
    return;
  }
  print(`Created ${file} with key version 1.`);
  print('Back it up apart from the database: what it sealed cannot be read without it.');
}

function rotate({ file, now, print }: KeysCommandOptions): void {
  let version = 0;
  replaceKeyringFile(file, (text) => {
    const keys = parseKeys(text);
    version = Math.max(...keys.map((key) => key.version)) + 1;
    return formatKeys([...keys, createKey(version, now)]);
  });
  print(`Added key version ${version} to ${file}. Back it up, and restart the services so that they use it.`);
}

function list({ file, print }: KeysCommandOptions): void {
  for (const { version, createdAt } of parseKeys(readKeyringFile(file).text)) {
    print(`version ${version}  created ${createdAt}`);
  }
}

/** Errors of the file system name a call and a path; anything else is a defect and keeps its stack. */
function explain(error: unknown, file: string): string {
  if (error instanceof KeyringUnusable) return new KeyringUnusable(error.problem, file).message;
  if (isSystemError(error)) return `The keyring file cannot be used: ${error.message}.`;
  throw error;
}
