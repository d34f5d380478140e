import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder. Other users may enter it: started by root, PostgreSQL and browsers run as one. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `governance-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}
