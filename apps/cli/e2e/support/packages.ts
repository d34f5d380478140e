import { sharedPart } from '@governance/testing';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dist = join(__dirname, '../../../../dist');

/** A package as `npm pack` makes it and as `npm install` of the archive leaves it, in an otherwise empty folder. */
interface InstalledPackage {
  readonly archive: string;
  readonly folder: string;
}

/** The packages, which the files of a run share. */
export const installedClient = sharedPart(() => install('libs/client', '@governance/client'));
export const installedCli = sharedPart(async () => {
  const { folder, ...rest } = await install('apps/cli', '@governance/cli');
  return { ...rest, program: join(folder, 'node_modules/@governance/cli/governance.mjs') };
});

/** `built` is a folder below `dist`. */
function install(built: string, name: string): Promise<InstalledPackage & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'));
  const destination = join(folder, 'packed');
  mkdirSync(destination);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', destination], {
    cwd: join(dist, built),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [packed] = readdirSync(destination);
  if (packed === undefined) throw new Error(`npm packed nothing of ${built}`);
  const archive = join(destination, packed);
  const target = join(folder, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
  const close = (): Promise<void> => {
    rmSync(folder, { recursive: true });
    return Promise.resolve();
  };
  return Promise.resolve({ archive, folder, close });
}
