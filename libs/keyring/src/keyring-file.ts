import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { KeyringUnusable } from './keyring-unusable';

// The group may read: Kubernetes mounts a secret with 0440 for the service's group. Other users may not, and no group may write.
const forbiddenBits = 0o027;
const ownerOnly = 0o600;

const keysCommand = 'keys';

interface KeyringFile {
  readonly text: string;
  readonly stats: Stats;
}

/** `command` creates such a file; the error for a missing file names it. */
export function readKeyringFile(path: string, command = keysCommand): KeyringFile {
  const descriptor = existing(() => openSync(path, 'r'), command);
  try {
    const stats = fstatSync(descriptor);
    const mode = stats.mode & 0o777;
    if ((mode & forbiddenBits) !== 0) {
      throw new KeyringUnusable(
        `has mode ${mode.toString(8).padStart(4, '0')}: others could use it. Run chmod 600 ${path} (0400 and 0440 are fine too)`,
      );
    }
    return { text: readFileSync(descriptor, 'utf8'), stats };
  } finally {
    closeSync(descriptor);
  }
}

/** Creates the file atomically. False when it already exists; of two concurrent calls one gets true. */
export function createKeyringFile(path: string, text: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeDurably(draft, text);
    linkSync(draft, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(path);
  return true;
}

/** Replaces the content atomically and keeps mode and owner. The draft file is the lock: a concurrent change is refused. */
export function replaceKeyringFile(
  path: string,
  change: (text: string) => string,
  command = keysCommand,
): void {
  // A mounted secret is a symbolic link; renaming onto the link would replace it.
  const target = existing(() => realpathSync(path), command);
  const draft = `${target}.new`;
  const descriptor = openDraft(draft);
  try {
    const { text, stats } = readKeyringFile(target, command);
    writeFileSync(descriptor, change(text));
    fchownSync(descriptor, stats.uid, stats.gid);
    fchmodSync(descriptor, stats.mode & 0o777);
    fsyncSync(descriptor);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  syncFolder(target);
}

function existing<Result>(use: () => Result, command: string): Result {
  try {
    return use();
  } catch (error) {
    if (hasCode(error, 'ENOENT'))
      throw new KeyringUnusable(`does not exist: \`npm run operate -- ${command} init\` creates it`);
    throw error;
  }
}

function openDraft(draft: string): number {
  try {
    return openSync(draft, 'wx', ownerOnly);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    throw new KeyringUnusable(
      `is being changed by another process: if no process is changing it, delete ${draft} and try again`,
    );
  }
}

function writeDurably(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', ownerOnly);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Checks members, because file system errors are not `instanceof Error` in every realm (Jest has its own). */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error;
}

/** A new name survives a power failure only if its folder is synced too. */
function syncFolder(path: string): void {
  const descriptor = openSync(dirname(path), 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function hasCode(error: unknown, code: string): boolean {
  return isSystemError(error) && error.code === code;
}
