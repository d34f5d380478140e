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

/** Runs `init`, `rotate` or `list` on the keys that sign certificate credentials. Returns the exit code; never prints a private key. */
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
  print('Only the worker needs it. Back it up: without it this key cannot sign further certificates.');
}

/** Drops the private key of the previous key pair, which no longer signs. */
function rotate({ file, now, print }: KeyFileCommandOptions): void {
  const key = createIssuerKey(now);
  const retire = ({ createdAt, publicJwk }: IssuerKey): IssuerKey => ({ createdAt, publicJwk });
  replaceKeyringFile(
    file,
    (text) => formatIssuerKeys([...parseIssuerKeys(text).map(retire), key]),
    issuerKeysCommand,
  );
  print(`Added key ${thumbprintOf(key.publicJwk)} to ${file}.`);
  print('Restart the worker to publish it and sign with it. Retired keys stay published.');
}

function list({ file, print }: KeyFileCommandOptions): void {
  for (const { createdAt, publicJwk, privateKey } of parseIssuerKeys(
    readKeyringFile(file, issuerKeysCommand).text,
  )) {
    print(`${thumbprintOf(publicJwk)}  created ${createdAt}  ${privateKey ? 'signs' : 'retired'}`);
  }
}
