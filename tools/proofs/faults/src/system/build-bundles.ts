import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the bundles, and the program that issues tokens for tests, which is in none of them. */
export function buildBundles(): void {
  const nx = join(process.cwd(), 'node_modules/nx/dist/bin/nx.js');
  execFileSync(process.execPath, [nx, 'run-many', '-t', 'build,bundle'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
