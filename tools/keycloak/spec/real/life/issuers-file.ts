import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file for `OIDC_ISSUERS_FILE`. */
export interface IssuersFile {
  readonly path: string;
  remove(): void;
}

export function writeIssuersFile(issuers: readonly object[]): IssuersFile {
  const folder = mkdtempSync(join(tmpdir(), 'issuers-'));
  const path = join(folder, 'issuers.json');
  writeFileSync(path, JSON.stringify({ issuers }));
  return {
    path,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
