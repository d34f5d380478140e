import { findBrowser } from '@governance/certificates';
import { temporaryFolder, testBrowser } from '@governance/testing';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A browser in one file, as a distribution installs it. */
export interface BrowserFile {
  readonly executable: string;
  remove(): void;
}

/** The browser of the test run; the bundled one with its environment variables. */
export async function browserFile(): Promise<BrowserFile> {
  const { executable, environment } = await findBrowser(testBrowser);
  const variables = Object.entries(environment).map(([name, value]) => `${name}='${value}'`);
  if (variables.length === 0) return { executable, remove: () => undefined };
  const folder = temporaryFolder('browser-file');
  const file = join(folder, 'browser');
  writeFileSync(file, `#!/bin/sh\n${variables.join(' ')} exec '${executable}' "$@"\n`, { mode: 0o755 });
  return {
    executable: file,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
