import { temporaryFolder } from '@governance/testing';
import { execFile } from 'node:child_process';
import { cpSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Deployable } from '../../src/program-catalogue';

const bundles = join(__dirname, '..', '..', '..', '..', '..', 'dist', 'deploy');

/** A bundle as deployed: in its own folder outside the workspace, with the packages of its own lock. */
export interface InstalledBundle {
  readonly folder: string;
  /** The file of a program. */
  program(name: string): string;
  remove(): void;
}

/** Installs the output of the target `bundle`, as an image does. Takes seconds. */
export async function installedBundle(name: Deployable): Promise<InstalledBundle> {
  const folder = realpathSync(temporaryFolder(`bundle-${name}`));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    cpSync(join(bundles, name), folder, { recursive: true });
    const options = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await promisify(execFile)('npm', ['ci', ...options], { cwd: folder });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, program: (program) => join(folder, `${program}.js`), remove };
}
