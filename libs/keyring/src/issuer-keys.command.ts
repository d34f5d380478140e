import {
  createIssuerKey,
  formatIssuerKeys,
  type IssuerKey,
  parseIssuerKeys,
  thumbprintOf,
} from './issuer-keys-document';
import { issuerKeysCommand } from './issuer-keys';
import { IssuerKeysUnusable } from './issuer-keys-unusable';
import { createKeyringFile, isSystemError, readKeyringFile, replaceKeyringFile } from './keyring-file';
import { KeyringUnusable } from './keyring-unusable';

export interface IssuerKeysCommandOptions {
  readonly file: string;
  readonly now: Date;
  readonly print: (line: string) => void;
}

const failed = 1;
const misused = 2;

/** `init`, `rotate` or `list` the keys that sign credentials. Returns the exit code; never prints a private key. */
export function runIssuerKeysCommand(args: readonly string[], options: IssuerKeysCommandOptions): number {
  const [name, ...rest] = args;
  const command = name === undefined || rest.length > 0 ? undefined : commands.get(name);
  if (!command) {
    options.print('Usage: issuer-keys init | rotate | list');
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

const commands: ReadonlyMap<string, (options: IssuerKeysCommandOptions) => void> = new Map([
  ['init', init],
  ['rotate', rotate],
  ['list', list],
]);

function init({ file, now, print }: IssuerKeysCommandOptions): void {
  const key = createIssuerKey(now);
  if (!createKeyringFile(file, formatIssuerKeys([key]))) {
    print(`${file} exists already and is unchanged.`);
    return;
  }
  print(`Created ${file} with key ${thumbprintOf(key.publicJwk)}.`);
  print('Only the worker needs it. Back it up: without it no further certificate is signed by this key.');
}

/** The private half of what signed before is dropped: it has nothing left to sign. */
function rotate({ file, now, print }: IssuerKeysCommandOptions): void {
  const key = createIssuerKey(now);
  const retire = ({ createdAt, publicJwk }: IssuerKey): IssuerKey => ({ createdAt, publicJwk });
  replaceKeyringFile(
    file,
    (text) => formatIssuerKeys([...parseIssuerKeys(text).map(retire), key]),
    issuerKeysCommand,
  );
  print(`Added key ${thumbprintOf(key.publicJwk)} to ${file}.`);
  print('It is published and signs when the worker has been restarted. Retired keys stay published.');
}

function list({ file, print }: IssuerKeysCommandOptions): void {
  for (const { createdAt, publicJwk, privateKey } of parseIssuerKeys(
    readKeyringFile(file, issuerKeysCommand).text,
  )) {
    print(`${thumbprintOf(publicJwk)}  created ${createdAt}  ${privateKey ? 'signs' : 'retired'}`);
  }
}

/** Errors of the file system name a call and a path; anything else is a defect and keeps its stack. */
function explain(error: unknown, file: string): string {
  if (error instanceof KeyringUnusable) return new IssuerKeysUnusable(error.problem, file).message;
  if (isSystemError(error)) return `The issuer key file cannot be used: ${error.message}.`;
  throw error;
}
