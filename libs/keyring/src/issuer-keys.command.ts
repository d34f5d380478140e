import {
  createIssuerKey,
  formatIssuerKeys,
  type IssuerKey,
  parseIssuerKeys,
  thumbprintOf,
} from './issuer-keys-document';
import { issuerKeysCommand } from './issuer-keys';
import { IssuerKeysUnusable } from './issuer-keys-unusable';
import { type KeyFileCommand, type KeyFileCommandOptions, runKeyFileCommand } from './key-file.command';
import { createKeyringFile, readKeyringFile, replaceKeyringFile } from './keyring-file';

/** `init`, `rotate` or `list` the keys that sign credentials. Returns the exit code; never prints a private key. */
export function runIssuerKeysCommand(args: readonly string[], options: KeyFileCommandOptions): number {
  return runKeyFileCommand(command, args, options);
}

const command: KeyFileCommand = {
  name: 'issuer-keys',
  fileKind: 'issuer key file',
  init,
  rotate,
  list,
  unusable: (problem, file) => new IssuerKeysUnusable(problem, file),
};

function init({ file, now, print }: KeyFileCommandOptions): void {
  const key = createIssuerKey(now);
  if (!createKeyringFile(file, formatIssuerKeys([key]))) {
    print(`${file} exists already and is unchanged.`);
    return;
  }
  print(`Created ${file} with key ${thumbprintOf(key.publicJwk)}.`);
  print('Only the worker needs it. Back it up: without it no further certificate is signed by this key.');
}

/** The private half of what signed before is dropped: it has nothing left to sign. */
function rotate({ file, now, print }: KeyFileCommandOptions): void {
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

function list({ file, print }: KeyFileCommandOptions): void {
  for (const { createdAt, publicJwk, privateKey } of parseIssuerKeys(
    readKeyringFile(file, issuerKeysCommand).text,
  )) {
    print(`${thumbprintOf(publicJwk)}  created ${createdAt}  ${privateKey ? 'signs' : 'retired'}`);
  }
}
