import { join } from 'node:path';

type LockProblems = (lock: { packages: Record<string, object> }) => string[];

describe('the lock', () => {
  let lockProblems: LockProblems;
  beforeAll(async () => {
    const module = (await import(join(__dirname, 'lock-problems.mjs'))) as { lockProblems: LockProblems };
    lockProblems = module.lockProblems;
  });

  it('is valid with versions and hashes, for any root entry', () => {
    expect(
      lockProblems({ packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'x' } } }),
    ).toEqual([]);
  });

  it('is refused for an entry without a version, an extraneous one, and one that names a host', () => {
    const packages = {
      'node_modules/a': { integrity: 'x' },
      'node_modules/b': { version: '1.0.0', extraneous: true },
      'node_modules/c': { version: '1.0.0', resolved: 'https://packages.example.org/c.tgz' },
    };
    expect(lockProblems({ packages })).toEqual([
      'node_modules/a has no version',
      'node_modules/b is extraneous',
      'node_modules/c names where it was downloaded from',
    ]);
  });
});
