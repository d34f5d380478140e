import { execFileSync } from 'node:child_process';

/** As docs/releases.md has it. */
const subject = '^chore\\(release\\): [0-9]+\\.[0-9]+\\.[0-9]+$';

/**
 * The newest release before or at the commit that is checked out: by its tag, or by its commit, because tags do not come with
 * every copy of a repository. Undefined without a release.
 */
export function newestRelease(folder) {
  const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const [tag] = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n', 1);
  if (tag) return { name: tag, commit: git('rev-parse', `${tag}^{commit}`) };
  const commit = git('log', '--max-count=1', '--format=%H', '--extended-regexp', '--grep', subject);
  return commit ? { name: git('log', '--max-count=1', '--format=%s', commit), commit } : undefined;
}
