import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dist = join(__dirname, '../../../../dist');

/** A package as `npm pack` makes it from a built folder, such as `libs/client`. Returns the path of the archive. */
export function pack(built: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: join(dist, built),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [archive] = readdirSync(folder);
  if (archive === undefined) throw new Error(`npm packed nothing of ${built}`);
  return join(folder, archive);
}

/** An otherwise empty folder in which the package is installed, as `npm install` of the archive leaves it. */
export function installed(archive: string, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'));
  const target = join(folder, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
  return folder;
}
