import { IssuerKeys, runIssuerKeysCommand } from '@governance/keyring';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Keys that sign certificates, in a file of their own, made as an operator makes it. */
export interface TestIssuerKeys {
  readonly file: string;
  /** The keys as a program reads them that starts now. */
  load(): IssuerKeys;
  rotate(): void;
  remove(): void;
}

export function createTestIssuerKeys(): TestIssuerKeys {
  const folder = mkdtempSync(join(tmpdir(), 'issuer-keys-'));
  const file = join(folder, 'issuer-keys.json');
  const run = (command: string): void => {
    runIssuerKeysCommand([command], { file, now: new Date(), print: () => undefined });
  };
  run('init');
  return {
    file,
    load: () => IssuerKeys.load(file),
    rotate: () => {
      run('rotate');
    },
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
