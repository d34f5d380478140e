import { X509Certificate } from 'node:crypto';
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

/** Runs `init`, `rotate`, `list` or `certify` on the keys that sign certificate credentials. Returns the exit code; never prints a private key. */
export function runIssuerKeysCommand(args: readonly string[], options: KeyFileCommandOptions): number {
  return runKeyFileCommand(command, args, options);
}

const command: KeyFileCommand = {
  name: 'issuer-keys',
  fileKind: 'issuer key file',
  init,
  rotate,
  list,
  certify,
  unusable: (problem, file) => new IssuerKeysUnusable(problem, file),
};

function init(options: KeyFileCommandOptions): void {
  const { file, now, print } = options;
  const key = certified(createIssuerKey(now), options);
  if (!createKeyringFile(file, formatIssuerKeys([key]))) {
    print(`${file} exists already and is unchanged.`);
    return;
  }
  print(`Created ${file} with key ${thumbprintOf(key.publicJwk)}.`);
  print('Only the worker needs it. Back it up: without it this key cannot sign further certificates.');
}

/** Drops the private key of the previous key pair, which no longer signs. */
function rotate(options: KeyFileCommandOptions): void {
  const { file, now, print } = options;
  const key = createIssuerKey(now);
  const retire = ({ createdAt, publicJwk }: IssuerKey): IssuerKey => ({ createdAt, publicJwk });
  replaceKeyringFile(
    file,
    (text) => {
      const former = parseIssuerKeys(text);
      return formatIssuerKeys([...former.map(retire), certified(key, options, nameOf(former.at(-1)))]);
    },
    issuerKeysCommand,
  );
  print(`Added key ${thumbprintOf(key.publicJwk)} to ${file}.`);
  print('Restart the worker to publish it and sign with it. Retired keys stay published.');
}

/** For a key file of an earlier release, or another name of the signer. */
function certify(options: KeyFileCommandOptions, name: string | undefined): void {
  const { file, print } = options;
  replaceKeyringFile(
    file,
    (text) => {
      const keys = parseIssuerKeys(text);
      return formatIssuerKeys([
        ...keys.slice(0, -1),
        ...keys.slice(-1).map((newest) => certified(newest, options, name ?? nameOf(newest))),
      ]);
    },
    issuerKeysCommand,
  );
  print(`Added an X.509 certificate to the newest key of ${file}. Restart the worker to sign with it.`);
}

function certified(key: IssuerKey, { selfSign }: KeyFileCommandOptions, name?: string): IssuerKey {
  const { privateKey, createdAt } = key;
  if (!selfSign || !privateKey) return key;
  return { ...key, certificate: selfSign({ privateKey, name, validFrom: new Date(createdAt) }) };
}

/** The name in the certificate of a key. */
function nameOf(key: IssuerKey | undefined): string | undefined {
  return key?.certificate && /^CN=(.*)$/m.exec(new X509Certificate(key.certificate).subject)?.[1];
}

function list({ file, print }: KeyFileCommandOptions): void {
  for (const { createdAt, publicJwk, privateKey } of parseIssuerKeys(
    readKeyringFile(file, issuerKeysCommand).text,
  )) {
    print(`${thumbprintOf(publicJwk)}  created ${createdAt}  ${privateKey ? 'signs' : 'retired'}`);
  }
}
