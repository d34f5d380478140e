import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createProfile } from './browser-profile';
import { temporaryPlace } from './private-folder';

describe('the profile folder of a browser', () => {
  let place: string;

  beforeEach(async () => {
    place = await mkdtemp(join(temporaryPlace(), 'governance-spec-'));
    await chmod(place, 0o755);
  });
  afterEach(() => rm(place, { recursive: true }));

  it('removes the folders of exited processes, and only those', async () => {
    const { pid: ended } = spawnSync('true');
    await mkdir(join(place, `governance-browser-${ended}-old/Default`), { recursive: true });
    await mkdir(join(place, `governance-browser-${process.ppid}-other`));
    await mkdir(join(place, `governance-browser-${ended}of-others`));
    await mkdir(join(place, 'another-users'));
    const mine = await createProfile(false, place);
    expect((await readdir(place)).sort()).toEqual(
      [
        basename(mine),
        `governance-browser-${process.ppid}-other`,
        `governance-browser-${ended}of-others`,
        'another-users',
      ].sort(),
    );
  });
});
