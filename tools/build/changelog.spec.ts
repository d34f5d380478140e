import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changelogOf } from './changelog.mjs';

describe('the changelog', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changelog-'));

  const git = (...args: string[]): void => {
    const author = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org' };
    const committer = { GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org' };
    const date = '2026-02-03T12:00:00Z';
    const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    execFileSync('git', args, { cwd: folder, env: { ...process.env, ...author, ...committer, ...dates } });
  };
  const commit = (message: string): void => {
    git('commit', '--quiet', '--allow-empty', '--message', message);
  };

  beforeAll(() => {
    git('init', '--quiet');
    commit('feat(mail,iam): letters');
    commit('test: not in the changelog');
    git('tag', 'v0.1.0');
    commit('fix: the second thing');
    commit('feat(http)!: another path');
    commit('fix(alpha): the first thing');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const head = '# Changelog\n\nMade from the commits by `npm run release -- changelog`.\n';
  const first = '## 0.1.0 (2026-02-03)\n\n### New\n\n- **mail, iam**: letters\n';
  const changes =
    '### Breaking\n\n- **http**: another path\n\n### Fixed\n\n- the second thing\n- **alpha**: the first thing\n';

  it('has a section for each release, and one for the next release', async () => {
    expect(await changelogOf(folder, '0.2.0')).toBe(`${head}\n## 0.2.0\n\n${changes}\n${first}`);
  });

  it('calls the latter unreleased while the next version has no number', async () => {
    expect(await changelogOf(folder, '0.1.0')).toBe(`${head}\n## Unreleased\n\n${changes}\n${first}`);
  });

  it('says a reworded commit in its other words, or not at all', async () => {
    const hashOf = (revision: string): string =>
      execFileSync('git', ['rev-parse', revision], { cwd: folder, encoding: 'utf8' }).trim();
    const reworded = { [hashOf('HEAD')]: 'another text', [hashOf('HEAD~2')]: null };
    const text = await changelogOf(folder, '0.2.0', reworded);
    expect(text).toContain('- **alpha**: another text\n');
    expect(text).not.toMatch(/the first thing|the second thing/);
  });
});
