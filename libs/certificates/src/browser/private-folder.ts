import { lstatSync, statSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where temporary folders of the browser go: a place that another user can reach, if there is one. */
export function temporaryPlace(preferred = tmpdir()): string {
  return [preferred, '/tmp', '/var/tmp'].find(isReachable) ?? preferred;
}

/** Everyone may pass through the folder and all above it; then a browser that runs as another user can as well. */
function isReachable(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isReachable(dirname(folder));
}

/**
 * A folder of this name that later starts find again. In a place where everybody may write somebody else could have
 * made it first, so one that is not ours alone to write is left alone and a fresh one is used.
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
