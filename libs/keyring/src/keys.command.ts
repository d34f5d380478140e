import { createKey, formatKeys, parseKeys } from './keyring-document';
import { type KeyFileCommand, type KeyFileCommandOptions, runKeyFileCommand } from './key-file.command';
import { createKeyringFile, readKeyringFile, replaceKeyringFile } from './keyring-file';
import { KeyringUnusable } from './keyring-unusable';

/** Runs `init`, `rotate` or `list` on the keyring file. Returns the exit code; never prints key material. */
export function runKeysCommand(args: readonly string[], options: KeyFileCommandOptions): number {
  return runKeyFileCommand(command, args, options);
}

const command: KeyFileCommand = {
  name: 'keys',
  fileKind: 'keyring file',
  init,
  rotate,
  delaysRotation: true,
  list,
  unusable: (problem, file) => new KeyringUnusable(problem, file),
};

function init({ file, now, print }: KeyFileCommandOptions): void {
  if (!createKeyringFile(file, formatKeys([createKey(1, now)]))) {
    print(`${file} exists already and is unchanged.`);
    return;
  }
  print(`Created ${file} with key version 1.`);
  print('Back it up separately from the database: sealed values cannot be read without it.');
}

/** Time to give the file to every program: one that lacks the key can neither open nor find what another one seals with it. */
const aheadMinutes = 60;

function rotate({ file, now, print }: KeyFileCommandOptions, minutes: number = aheadMinutes): void {
  let version = 0;
  const sealsFrom = new Date(now.getTime() + minutes * 60_000);
  replaceKeyringFile(file, (text) => {
    const keys = parseKeys(text);
    version = Math.max(...keys.map((key) => key.version)) + 1;
    return formatKeys([...keys, createKey(version, now, sealsFrom)]);
  });
  print(`Added key version ${version} to ${file}. Back it up.`);
  print(`It is used from ${sealsFrom.toISOString()}: restart every program with this file before.`);
}

function list({ file, now, print }: KeyFileCommandOptions): void {
  for (const { version, createdAt, sealsFrom } of parseKeys(readKeyringFile(file).text)) {
    const isUpcoming = sealsFrom !== undefined && Date.parse(sealsFrom) > now.getTime();
    print(`version ${version}  created ${createdAt}${isUpcoming ? `  used from ${sealsFrom}` : ''}`);
  }
}
