import { X509Certificate } from 'node:crypto';
import {
  createIssuerKey,
  createLogKey,
  formatIssuerKeys,
  type IssuerKey,
  type IssuerKeyFile,
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

/** A file of an earlier release gets the log key, and new issuer keys: they sign only what is in the log. */
function init(options: KeyFileCommandOptions): void {
  const { file, now, print } = options;
  const key = certified(createIssuerKey(now), options);
  const logKey = createLogKey(now);
  if (createKeyringFile(file, formatIssuerKeys({ keys: [key], logKey }))) {
    print(`Created ${file} with key ${thumbprintOf(key.publicJwk)}.`);
    print('Only the worker needs it. Back it up: without it this key cannot sign further certificates.');
    return;
  }
  if (parseIssuerKeys(readKeyringFile(file, issuerKeysCommand).text).logKey) {
    print(`${file} exists already and is unchanged.`);
    return;
  }
  replaceKeys(options, (former) => ({ ...rotated(former, options), logKey }));
  print(`Added the key of the certificate log to ${file}.`);
}

function rotate(options: KeyFileCommandOptions): void {
  replaceKeys(options, (former) => rotated(former, options));
}

/** For a key file of an earlier release, or another name of the signer. */
function certify(options: KeyFileCommandOptions, name: string | undefined): void {
  const { file, print } = options;
  replaceKeys(options, ({ keys, ...rest }) => ({
    ...rest,
    keys: [
      ...keys.slice(0, -1),
      ...keys.slice(-1).map((newest) => certified(newest, options, name ?? nameOf(newest))),
    ],
  }));
  print(`Added an X.509 certificate to the newest key of ${file}. Restart the worker to sign with it.`);
}

function replaceKeys(
  { file }: KeyFileCommandOptions,
  change: (former: IssuerKeyFile) => IssuerKeyFile,
): void {
  replaceKeyringFile(file, (text) => formatIssuerKeys(change(parseIssuerKeys(text))), issuerKeysCommand);
}

/** With a new key. Drops the private key of the previous key pair, which no longer signs. */
function rotated({ keys, ...rest }: IssuerKeyFile, options: KeyFileCommandOptions): IssuerKeyFile {
  const { file, now, print } = options;
  const key = createIssuerKey(now);
  const retire = ({ createdAt, publicJwk }: IssuerKey): IssuerKey => ({ createdAt, publicJwk });
  print(`Added key ${thumbprintOf(key.publicJwk)} to ${file}.`);
  print('Restart the worker to publish it and sign with it. Retired keys stay published.');
  return { ...rest, keys: [...keys.map(retire), certified(key, options, nameOf(keys.at(-1)))] };
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
  const { keys, logKey } = parseIssuerKeys(readKeyringFile(file, issuerKeysCommand).text);
  for (const { createdAt, publicJwk, privateKey } of keys)
    print(`${thumbprintOf(publicJwk)}  created ${createdAt}  ${privateKey ? 'signs' : 'retired'}`);
  if (logKey) print(`certificate log  created ${logKey.createdAt}  signs checkpoints`);
}
