import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFileLock } from './file-lock';

describe('a lock', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'));
    path = join(folder, 'default.lock');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('lets one work at a time, and is released after an error', async () => {
    const log: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const first = withFileLock(path, async () => {
      log.push('first begins');
      await gate.promise;
      log.push('first ends');
      throw new Error('broken');
    });
    const second = withFileLock(path, () => Promise.resolve(log.push('second')));
    gate.resolve(undefined);
    await expect(first).rejects.toThrow('broken');
    await second;
    expect(log).toEqual(['first begins', 'first ends', 'second']);
    expect(existsSync(path)).toBe(false);
  });

  it('is taken from a holder that crashed', async () => {
    writeFileSync(path, '');
    const longAgo = new Date('2026-01-01T00:00:00Z');
    utimesSync(path, longAgo, longAgo);
    expect(await withFileLock(path, () => Promise.resolve('done'))).toBe('done');
  });
});
