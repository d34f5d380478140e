import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The user a PostgreSQL process runs as; PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

function lookUp(user: string): Account | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function ownerOf(path: string): Account | undefined {
  const owner = statSync(path, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
}

/**
 * The account that root starts PostgreSQL as: the owner of existing data, else `postgres`, else `nobody`. Creates no users.
 * Undefined for other users, who start it as themselves.
 */
export function accountFor(dataDirectory: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = ownerOf(dataDirectory) ?? lookUp('postgres') ?? lookUp('nobody');
  if (account) return account;
  throw new Error('PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody".');
}

/** Whether the account can enter the directory and every folder above it. */
export function canEnter(directory: string, account: Account | undefined): boolean {
  // Tried, because access lists and mount options count beside the mode bits.
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$0"', directory], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}
