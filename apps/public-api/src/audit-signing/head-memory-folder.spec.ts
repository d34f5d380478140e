import { type RememberedHead } from '@governance/iam';
import { temporaryFolder } from '@governance/testing';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { HeadMemoryFolder } from './head-memory-folder';

const since = new Date('2026-11-20T12:00:00.000Z');

function headOf(place: number, size = place): RememberedHead {
  return { orgId: 'org_acme', place, size, root: Buffer.alloc(32, size), since };
}

describe('HeadMemoryFolder', () => {
  let folder: string;
  let memory: HeadMemoryFolder;
  beforeEach(() => {
    folder = temporaryFolder('audit-memory');
    memory = new HeadMemoryFolder(folder);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** The only folder of an organization. */
  const inside = (...names: readonly string[]): string =>
    join(folder, readdirSync(folder)[0] ?? '', ...names);

  it('has the last head of each organization, for every worker', async () => {
    expect(await memory.last('org_acme')).toBeUndefined();
    for (const place of [1, 2, 3]) expect(await memory.remember(headOf(place))).toBe(true);
    expect(await memory.remember({ ...headOf(1, 9), orgId: 'ORG_ACME' })).toBe(true);
    expect(await new HeadMemoryFolder(folder).last('org_acme')).toEqual(headOf(3));
  });

  it('gives a place to one of the workers that want it at once', async () => {
    for (let place = 1; place <= 20; place++) {
      const workers = Array.from({ length: 8 }, (_, n) =>
        new HeadMemoryFolder(folder).remember(headOf(place, place * 10 + n)),
      );
      // A draft may go when another worker has been faster.
      const answers = await Promise.allSettled(workers);
      const first = answers.findIndex((answer) => answer.status === 'fulfilled' && answer.value);
      expect(answers.filter((answer) => answer.status === 'fulfilled' && answer.value)).toHaveLength(1);
      expect(await memory.last('org_acme')).toEqual(headOf(place, place * 10 + first));
    }
  });

  it('keeps a few heads, and refuses a worker that was stopped while their names became free again', async () => {
    for (let place = 1; place <= 30; place++) await memory.remember(headOf(place));
    expect(readdirSync(inside()).toSorted()).toEqual(
      Array.from({ length: 8 }, (_, n) => `${23 + n}.json`).toSorted(),
    );
    for (const place of [3, 25]) expect(await memory.remember(headOf(place, 99))).toBe(false);
    expect(await memory.last('org_acme')).toEqual(headOf(30));
  });

  it('has the head before when a worker died with a draft, and removes that later', async () => {
    await memory.remember(headOf(1));
    writeFileSync(inside('4b0c1d52.draft'), '{"org_id":"org_ac');
    expect(await memory.last('org_acme')).toEqual(headOf(1));
    expect(await memory.remember(headOf(2))).toBe(true);
    expect(readdirSync(inside()).toSorted()).toEqual(['1.json', '2.json']);
  });

  it.each(['writeFile', 'sync'] as const)(
    'has the head before when the disk is full at its %s, and goes on when it is not',
    async (step) => {
      await memory.remember(headOf(1));
      const opened = await open(inside('1.json'));
      await opened.close();
      const full = jest
        .spyOn(Object.getPrototypeOf(opened) as FileHandle, step)
        .mockRejectedValueOnce(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }));
      try {
        await expect(memory.remember(headOf(2))).rejects.toThrow('ENOSPC');
      } finally {
        full.mockRestore();
      }
      const after = await memory.last('org_acme');
      expect(readdirSync(inside()).filter((name) => name.endsWith('.draft'))).toEqual([]);
      expect(after).toEqual(headOf(1));
      expect(await memory.remember(headOf(2))).toBe(true);
    },
  );

  it('is no memory without its folder, and none when a file is damaged', async () => {
    rmSync(folder, { recursive: true });
    await expect(memory.remember(headOf(1))).rejects.toThrow('ENOENT');
    mkdirSync(folder);
    await memory.remember(headOf(1));
    for (const text of ['', '{', '{}', '{"org_id":"org_acme","tree_size":0}']) {
      writeFileSync(inside('1.json'), text);
      await expect(memory.last('org_acme')).rejects.toThrow();
    }
  });

  it('is copied as a folder, and begins again without the folder of an organization', async () => {
    await memory.remember(headOf(1));
    const copy = temporaryFolder('audit-memory-copy');
    cpSync(folder, copy, { recursive: true });
    rmSync(inside(), { recursive: true });
    expect(await memory.last('org_acme')).toBeUndefined();
    expect(await new HeadMemoryFolder(copy).last('org_acme')).toEqual(headOf(1));
    rmSync(copy, { recursive: true });
  });
});
