import { type ListPage, type ListPosition } from '@governance/iam';
import { Keyring, runKeysCommand } from '@governance/keyring';
import { createTestKeyring, type TestKeyring } from '@governance/testing';
import { type PageInput, cursorRefused, ListPages, type Page, type PagedList } from './list-pages';

const entries: readonly ListPosition[] = [9, 8, 7, 6, 5, 4, 3].map((n) => ({
  createdAt: new Date(1_763_640_000_000 + Math.floor(n / 2)),
  id: `id-${n}`,
}));

function read({ limit, after }: ListPage): Promise<readonly ListPosition[]> {
  const start = after === undefined ? 0 : entries.findIndex(({ id }) => id === after.id) + 1;
  return Promise.resolve(entries.slice(start, start + limit));
}

const list: PagedList<ListPosition> = { orgId: 'org_acme', name: 'things', read };

describe('ListPages', () => {
  let file: TestKeyring;
  let pages: ListPages;
  beforeAll(() => {
    file = createTestKeyring();
    pages = new ListPages(Keyring.load(file.file));
  });
  afterAll(() => {
    file.remove();
  });

  const page = (asked: Partial<PageInput>, of = list): Promise<Page<ListPosition>> =>
    pages.read({ limit: undefined, cursor: undefined, ...asked }, of);

  async function cursorFor(limit = 3): Promise<string> {
    return (await page({ limit })).nextCursor ?? '';
  }

  it.each([1, 2, 3, 6, 7, 8])('walks through the list in pages of %i', async (limit) => {
    const walked: ListPosition[] = [];
    let cursor: string | undefined;
    do {
      const { entries: some, nextCursor } = await page({ limit, cursor });
      expect(some.length).toBeGreaterThan(0);
      expect(some.length).toBeLessThanOrEqual(limit);
      walked.push(...some);
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(walked).toEqual(entries);
  });

  it('passes the position of the last entry to the store, to the millisecond', async () => {
    const asked: ListPage[] = [];
    const spying = { ...list, read: (each: ListPage) => (asked.push(each), read(each)) };
    await page({ limit: 3, cursor: await cursorFor() }, spying);
    expect(asked).toEqual([{ limit: 4, after: entries[2] }]);
  });

  it('has pages of 100 unless the client says otherwise', async () => {
    const limits: number[] = [];
    const spying = { ...list, read: (each: ListPage) => (limits.push(each.limit), read(each)) };
    await page({ cursor: await cursorFor() }, spying);
    await page({ limit: 200 }, spying);
    expect(limits).toEqual([101, 201]);
  });

  it('answers an empty list without a cursor', async () => {
    const empty = { ...list, read: () => Promise.resolve([]) };
    expect(await page({ limit: 1 }, empty)).toEqual({ entries: [], nextCursor: undefined });
  });

  it('refuses a cursor of another organization or another list', async () => {
    const cursor = await cursorFor();
    for (const other of [
      { ...list, orgId: 'org_other' },
      { ...list, name: 'members' },
    ]) {
      await expect(page({ cursor }, other)).rejects.toMatchObject({ kind: 'invalid', text: cursorRefused });
    }
  });

  it('refuses a cursor with damage in any place', async () => {
    const cursor = await cursorFor();
    const flipped = Array.from(
      cursor,
      (character, index) =>
        cursor.slice(0, index) + (character === 'A' ? 'B' : 'A') + cursor.slice(index + 1),
    );
    const others = [
      '',
      '!',
      'null',
      cursor.slice(1),
      cursor.slice(0, -1),
      `${cursor}=`,
      `${cursor}!`,
      ` ${cursor}`,
      cursor + cursor,
    ];
    for (const damaged of [...flipped, ...others]) {
      await expect(page({ cursor: damaged })).rejects.toMatchObject({ kind: 'invalid', text: cursorRefused });
    }
  });

  it('accepts a cursor from before a key rotation, and reveals no position in it', async () => {
    const cursor = await cursorFor();
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('id-');
    runKeysCommand(['rotate', '0'], { file: file.file, now: new Date(), print: () => undefined });
    const rotated = new ListPages(Keyring.load(file.file));
    expect((await rotated.read({ limit: 1, cursor }, list)).entries).toEqual([entries[3]]);
  });

  it('does not report a failure of the store as a bad cursor', async () => {
    const failing = { ...list, read: () => Promise.reject(new Error('away')) };
    await expect(page({ cursor: await cursorFor() }, failing)).rejects.toThrow('away');
  });
});
