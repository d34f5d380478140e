import { execFile } from 'node:child_process';
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isBrowserBundled } from './bundled-browser';
import { findBrowser, unpackedBrowser } from './find-browser';
import { privateFolder, temporaryPlace } from './private-folder';

describe('finding a browser', () => {
  let place: string;

  beforeEach(async () => {
    place = await mkdtemp(join(temporaryPlace(), 'governance-spec-'));
    await chmod(place, 0o755);
  });
  afterEach(async () => {
    await rm(place, { recursive: true });
  });

  it('uses the browser of the setting, and rejects when it does not exist', async () => {
    expect(await findBrowser(process.execPath)).toEqual({ executable: process.execPath, environment: {} });
    await expect(findBrowser('/nowhere')).rejects.toThrow('BROWSER_EXECUTABLE names no file: /nowhere');
  });

  describe('without a setting', () => {
    const here = process.execPath;
    const [shell, whole] = [
      { headlessShells: ['/nowhere', here], wholeBrowsers: [] },
      { headlessShells: [], wholeBrowsers: ['/nowhere', here] },
    ];

    it('uses a headless shell of the system', async () => {
      expect(await findBrowser(undefined, shell)).toEqual({ executable: here, environment: {} });
    });

    it('prefers the bundled browser to a full browser of the system, which is used without a bundle', async () => {
      const expected = isBrowserBundled() ? await unpackedBrowser() : { executable: here, environment: {} };
      expect(await findBrowser(undefined, whole)).toEqual(expected);
    });
  });

  if (process.platform === 'linux' && process.arch === 'x64') {
    it('uses the bundled browser when the setting is "bundled"', async () => {
      const everything = { headlessShells: [process.execPath], wholeBrowsers: [process.execPath] };
      expect(await findBrowser('bundled', everything)).toEqual(await unpackedBrowser());
    });

    it('unpacks the bundled browser once, even for two concurrent calls', async () => {
      const [one, other] = await Promise.all([unpackedBrowser(place), unpackedBrowser(place)]);
      expect(other).toEqual(one);
      const { ino } = await lstat(one.executable);
      expect((await lstat((await unpackedBrowser(place)).executable)).ino).toBe(ino);
      expect(await readdir(place)).toHaveLength(1);

      const { stdout } = await promisify(execFile)(one.executable, ['--version'], { env: one.environment });
      expect(stdout).toMatch(/Chrom/);
    });
  }

  it('keeps its files in a folder that no other user can write', async () => {
    const folder = await privateFolder('files', place);
    expect(folder).toBe(join(place, 'files'));
    expect((await lstat(folder)).mode & 0o777).toBe(0o755);
    expect(await privateFolder('files', place)).toBe(folder);
  });

  it('does not use a folder that another user can write', async () => {
    await chmod(await privateFolder('files', place), 0o777);
    expect(await privateFolder('files', place)).toMatch(/files-.{6}$/);
  });

  it('uses a folder that another user can reach', async () => {
    expect(temporaryPlace(place)).toBe(place);
    await chmod(place, 0o700);
    expect(temporaryPlace(place)).not.toBe(place);
  });
});
