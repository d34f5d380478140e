import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A `PATH` whose programs for opening a web page do nothing: tests confirm codes in a browser of their own. */
export function silentOpener(home: string): string {
  const folder = join(home, 'bin');
  mkdirSync(folder, { recursive: true });
  for (const name of ['xdg-open', 'open']) {
    const file = join(folder, name);
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o755);
  }
  return [folder, process.env.PATH].join(delimiter);
}
