import { Keyring, runKeysCommand } from '@governance/keyring';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A keyring file of its own, made as an operator makes it. */
export interface TestKeyring {
  readonly file: string;
  remove(): void;
}

/** By default in a folder of its own. */
export function createTestKeyring(folder = mkdtempSync(join(tmpdir(), 'keyring-'))): TestKeyring {
  const file = join(folder, 'keyring.json');
  runKeysCommand(['init'], { file, now: new Date(), print: () => undefined });
  return {
    file,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

/** A keyring of its own for what outlives no test: its file is gone. */
export function newTestKeyring(): Keyring {
  const keyring = createTestKeyring();
  try {
    return Keyring.load(keyring.file);
  } finally {
    keyring.remove();
  }
}
