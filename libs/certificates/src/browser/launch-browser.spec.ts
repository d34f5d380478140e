import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from './launch-browser';
import { temporaryPlace } from './private-folder';
import { alive, descendants } from './process-tree';

describe('a browser that does not start', () => {
  let folder: string;
  let executable: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(temporaryPlace(), 'governance-spec-'));
    executable = join(folder, 'browser');
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function program(script: string, mode = 0o755): Promise<void> {
    await writeFile(executable, script);
    await chmod(executable, mode);
  }

  async function failure(deadlineMs = 5_000): Promise<string> {
    return launchBrowser({ executable, deadlineMs, warn: () => undefined }).then(() => 'started', String);
  }

  it('is rejected when the file is not a program', async () => {
    await program('no program', 0o644);
    expect(await failure()).toMatch(/EACCES|Permission denied/);
    await program('\x7fELFno program either');
    expect(await failure()).toMatch(/ENOEXEC|Exec format error|exited/);
  });

  it('is rejected with its last output, and not tried with less confinement', async () => {
    const tries = join(folder, 'tries');
    await writeFile(tries, '');
    await chmod(tries, 0o666);
    await program(
      `#!/bin/sh\necho once >> ${tries}\necho "error while loading shared libraries: libnss3.so" >&2; exit 127\n`,
    );
    expect(await failure()).toContain(
      'Chromium exited (127): error while loading shared libraries: libnss3.so',
    );
    expect(await readFile(tries, 'utf8')).toBe('once\n');
  });

  it('is tried without its sandbox when its output names the sandbox', async () => {
    const script = 'case "$*" in *--no-sandbox*) exit 3;; *) echo "No usable sandbox!" >&2; exit 1;; esac';
    await program(`#!/bin/sh\n${script}\n`);
    expect(await failure()).toContain('Chromium exited (3)');
  });

  it('is killed at the deadline', async () => {
    await program('#!/bin/sh\nexec sleep 60\n');
    expect(await failure(300)).toContain('Chromium did not start within 300 ms');
    const left = await alive((await descendants(process.pid)).filter(({ pid }) => pid !== process.pid));
    expect(left).toEqual([]);
  });
});
