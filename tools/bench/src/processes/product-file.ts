import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the deploy bundles of everything that is measured; cached, so that nothing happens when nothing has changed. */
export function makeBundles(): void {
  const nx = join(process.cwd(), 'node_modules/nx/dist/bin/nx.js');
  execFileSync(process.execPath, [nx, 'run-many', '-t', 'bundle'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Makes tokens by hand, in development only: no bundle has it. */
export const devTokenFile = join(process.cwd(), 'dist/apps/identity-provider/dev-token.js');

/** How the package.json of its deploy bundle starts a program such as `public-api/main`: the arguments of Node. */
export function productArguments(program: string): readonly string[] {
  const [bundle = '', name = ''] = program.split('/');
  const manifest = readFileSync(join(process.cwd(), 'dist/deploy', bundle, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(manifest) as { scripts: Readonly<Record<string, string>> };
  const [, ...words] = (scripts[name === 'main' ? 'start' : name] ?? '').split(' ');
  return [...words.slice(0, -1), productFile(program)];
}

/** The file of a program such as `public-api/main`, of its deploy bundle. */
export function productFile(program: string): string {
  const file = join(process.cwd(), 'dist/deploy', `${program}.js`);
  if (!existsSync(file)) throw new Error(`${program} is not bundled.`);
  return file;
}
