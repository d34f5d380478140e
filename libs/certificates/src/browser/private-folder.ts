import { lstatSync, statSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The parent of the browser's temporary folders: one that another user can reach, where possible. */
export function temporaryPlace(preferred = tmpdir()): string {
  return [preferred, '/tmp', '/var/tmp'].find(isReachable) ?? preferred;
}

/** Whether every user may enter the folder and its parents, so that a browser of another user can too. */
function isReachable(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isReachable(dirname(folder));
}

/**
 * A folder that later starts reuse. Where every user can write, another user could have created it first: a folder that is
 * not exclusively ours is left alone and a new one is used.
 */
export async function privateFolder(name: string, place = temporaryPlace()): Promise<string> {
  const folder = join(place, name);
  await mkdir(folder, { mode: 0o755 }).catch(() => undefined);
  return isOurs(folder) ? folder : mkdtemp(`${folder}-`);
}

function isOurs(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return (
    stat !== undefined && stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0
  );
}
