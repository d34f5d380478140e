import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileForDownload, PrivateFile, writePrivateFile } from './private-file';

describe('a private file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'private-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('is for its owner alone, in a folder that is too', () => {
    const path = join(folder, 'new', 'secret');
    writePrivateFile(path, 'content');
    expect(readFileSync(path, 'utf8')).toBe('content');
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(join(folder, 'new')).mode & 0o777).toString(8)).toBe('700');
  });

  it('replaces a file as a whole, also one that others could read', () => {
    const path = join(folder, 'tokens');
    writeFileSync(path, 'old', { mode: 0o644 });
    const file = new PrivateFile(path);
    expect(readFileSync(path, 'utf8')).toBe('old');
    file.commit('new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect(readdirSync(folder)).toEqual(['tokens']);
  });

  it('replaces a link, and does not follow it', () => {
    const [path, target] = [join(folder, 'tokens'), join(folder, 'target')];
    writeFileSync(target, 'precious', { mode: 0o644 });
    symlinkSync(target, path);
    writePrivateFile(path, 'new');
    expect([readFileSync(target, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['precious', 'new']);
    expect(lstatSync(path).isSymbolicLink()).toBe(false);
  });

  it('takes a download as a whole, or nothing of one that breaks off', async () => {
    const path = join(folder, 'audit.jsonl');
    await fileForDownload(path).commitAll(Readable.from([Buffer.from('a'), Buffer.from('b')]));
    expect([readFileSync(path, 'utf8'), (statSync(path).mode & 0o777).toString(8)]).toEqual(['ab', '600']);
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('c');
        throw new Error('the connection was lost');
      })(),
    );
    await expect(fileForDownload(path).commitAll(broken)).rejects.toThrow('connection was lost');
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['ab', ['audit.jsonl']]);
  });

  it.each<[string, (path: string, folder: string) => void]>([
    [
      'a link',
      (path, target) => {
        symlinkSync(join(target, 'victim'), path);
      },
    ],
    [
      'a link to nothing',
      (path) => {
        symlinkSync('/nowhere/at/all', path);
      },
    ],
    [
      'a folder',
      (path) => {
        mkdirSync(path);
      },
    ],
  ])('is refused for a download to %s', (_what, make) => {
    writeFileSync(join(folder, 'victim'), 'precious');
    make(join(folder, 'out'), folder);
    expect(() => fileForDownload(join(folder, 'out'))).toThrow('is not a plain file');
    expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('precious');
    expect(() => fileForDownload('/dev/null')).toThrow('is not a plain file');
  });

  it('leaves nothing behind when it is not needed', () => {
    const file = new PrivateFile(join(folder, 'secret'));
    expect(existsSync(join(folder, 'secret'))).toBe(false);
    file.discard();
    expect(readdirSync(folder)).toEqual([]);
  });
});
