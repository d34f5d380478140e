import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrivateFile, writePrivateFile } from './private-file';

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

  it('does not replace one that appeared meanwhile, if it must be new', () => {
    const path = join(folder, 'secret');
    const file = new PrivateFile(path);
    writeFileSync(path, 'of another');
    expect(() => {
      file.commit('mine', { exclusive: true });
    }).toThrow('EEXIST');
    expect(readFileSync(path, 'utf8')).toBe('of another');
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('leaves nothing behind when it is not needed', () => {
    const file = new PrivateFile(join(folder, 'secret'));
    expect(existsSync(join(folder, 'secret'))).toBe(false);
    file.discard();
    expect(readdirSync(folder)).toEqual([]);
  });
});
