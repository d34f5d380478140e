import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestRelease } from './newest-release.mjs';

describe('the newest release', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
    git('init', '--quiet');
    commit('feat: begin');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function git(...args: string[]): string {
    const identity = [
      '-c',
      'user.name=test',
      '-c',
      'user.email=test@example.org',
      '-c',
      'commit.gpgsign=false',
    ];
    return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  }

  function commit(subject: string): string {
    git('commit', '--quiet', '--allow-empty', '--message', subject);
    return git('rev-parse', 'HEAD');
  }

  it('does not exist before a release', () => {
    commit('docs: chore(release): 0.1.0 comes later');
    expect(newestRelease(folder)).toBeUndefined();
  });

  it('is the highest tag among the ancestors', () => {
    commit('chore(release): 0.9.0');
    git('tag', 'v0.9.0');
    const released = commit('chore(release): 0.10.0');
    git('tag', 'v0.10.0');
    const last = commit('fix: go on');
    commit('chore(release): 0.11.0');
    git('tag', 'v0.11.0');
    git('checkout', '--quiet', last);
    expect(newestRelease(folder)).toEqual({ name: 'v0.10.0', commit: released });
  });

  it('is the newest commit of a release where tags are missing', () => {
    commit('chore(release): 0.1.0');
    const released = commit('chore(release): 0.2.0');
    commit('fix: go on');
    expect(newestRelease(folder)).toEqual({ name: 'chore(release): 0.2.0', commit: released });
  });
});
