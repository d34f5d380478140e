import { entryBundle, entriesOf, longestEntry } from './entry-bundle';
import { entryBundlePath, parseEntryBundlePath, parseTilePath, tilePath } from './tile';

describe('the files of a log (C2SP tlog-tiles)', () => {
  it.each([
    [{ level: 0, index: 1, width: 256 }, 'tile/0/001'],
    [{ level: 0, index: 1, width: 5 }, 'tile/0/001.p/5'],
    [{ level: 5, index: 123_456_078, width: 256 }, 'tile/5/x123/x456/078'],
    [{ level: 5, index: 123_456_078, width: 2 }, 'tile/5/x123/x456/078.p/2'],
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 63, index: 1_000, width: 255 }, 'tile/63/x001/000.p/255'],
  ])('has the tile %j at %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    const entriesPath = path.replace(/^tile\/\d+/, 'tile/entries');
    expect(entryBundlePath(tile)).toBe(entriesPath);
    expect(parseTilePath(path)).toEqual(tile);
    expect(parseEntryBundlePath(entriesPath)).toEqual({ index: tile.index, width: tile.width });
    expect(parseTilePath(entriesPath) ?? parseEntryBundlePath(path)).toBeUndefined();
  });

  it.each([
    'tile/00/001',
    'tile/-1/001',
    'tile/100/001',
    'tile/0/1',
    'tile/0/0001',
    'tile/0/x000/001',
    'tile/0/001/001',
    'tile/0/001.p/0',
    'tile/0/001.p/256',
    'tile/0/001.p/05',
    'tile/0/001.p/',
    'tile/0/../001',
    'tile/0/',
    'tile/0/x999/x999/x999/x999/x999/999',
    'tile/0/001\n',
    'entries/001',
    '',
  ])('has no tile at %j: each place has one path', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
    expect(parseEntryBundlePath(path.replace('tile/0', 'tile/entries'))).toBeUndefined();
  });

  it('has entries after their lengths', () => {
    const entries = [Buffer.from('one'), Buffer.alloc(0), Buffer.alloc(longestEntry, 7)];
    const bundle = entryBundle(entries);
    expect(Buffer.from(bundle.subarray(0, 9)).toString('hex')).toBe('00036f6e650000ffff');
    expect(entriesOf(bundle).map((entry) => Buffer.from(entry))).toEqual(entries);
    expect(entriesOf(new Uint8Array())).toEqual([]);
  });

  it('refuses an entry that is too long, and a bundle that is cut off', () => {
    expect(() => entryBundle([new Uint8Array(longestEntry + 1)])).toThrow(RangeError);
    const bundle = entryBundle([Buffer.from('one'), Buffer.from('two')]);
    for (const length of [1, 4, 6, 9])
      expect(() => entriesOf(bundle.subarray(0, length))).toThrow(RangeError);
  });
});
