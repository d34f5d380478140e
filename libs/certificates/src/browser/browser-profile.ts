import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unprivilegedId } from './confinement';
import { temporaryPlace } from './private-folder';

const prefix = 'governance-browser-';
const named = new RegExp(`^${prefix}(\\d+)-`);

/**
 * A new profile folder, named after this process. Only the browser's user can open it. Also removes the folders of processes
 * that were killed before they could clean up.
 */
export async function createProfile(dropsPrivileges: boolean, place = temporaryPlace()): Promise<string> {
  await removeForsaken(place);
  const profile = await mkdtemp(join(place, `${prefix}${process.pid}-`));
  if (dropsPrivileges) await chown(profile, unprivilegedId, unprivilegedId);
  return profile;
}

async function removeForsaken(place: string): Promise<void> {
  const forsaken = (await readdir(place)).filter((name) => {
    const [, pid] = named.exec(name) ?? [];
    return pid !== undefined && !isRunning(Number(pid));
  });
  // Folders of other users stay: this process cannot remove them.
  await Promise.allSettled(forsaken.map((name) => rm(join(place, name), { recursive: true, force: true })));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
