import { lockProblems } from './lock-problems.mjs';

/** What npm writes for each package of a registry. */
const integrity = 'sha512-AA==';

describe('the lock', () => {
  it('is valid with versions and hashes, for any root entry', () => {
    expect(
      lockProblems({
        packages: { '': {}, 'node_modules/a': { version: '1.0.0', license: 'MIT', integrity } },
      }),
    ).toEqual([]);
  });

  it('is refused for an entry without a version, an extraneous one, and one that names a host § V15.1.2', () => {
    const packages = {
      'node_modules/a': { license: 'MIT', integrity },
      'node_modules/b': { version: '1.0.0', license: 'MIT', integrity, extraneous: true },
      'node_modules/c': {
        version: '1.0.0',
        license: 'MIT',
        integrity,
        resolved: 'https://packages.example.org/c.tgz',
      },
    };
    expect(lockProblems({ packages })).toEqual([
      'node_modules/a has no version',
      'node_modules/b is extraneous',
      'node_modules/c names where it was downloaded from',
    ]);
  });

  it('is refused for a package without a hash, but for those of the workspace', () => {
    const packages = {
      'libs/a': { version: '1.0.0' },
      'node_modules/@governance/a': { version: '1.0.0', license: 'MIT', link: true },
      'node_modules/b': { version: '1.0.0', license: 'MIT' },
    };
    expect(lockProblems({ packages })).toEqual(['node_modules/b has no hash']);
  });

  it('is refused for a deployed package whose licence is not permitted', () => {
    const packages = {
      'apps/cli': { version: '1.0.0' },
      'node_modules/choice': { version: '1.0.0', license: '(GPL-3.0-only OR MIT)', integrity },
      'node_modules/busboy': { version: '1.0.0', integrity },
      'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0-only', integrity, dev: true },
      'node_modules/copyleft': { version: '1.0.0', license: 'AGPL-3.0-only', integrity },
      'node_modules/a/node_modules/both': { version: '1.0.0', license: 'MIT AND GPL-3.0-only', integrity },
      'node_modules/none': { version: '1.0.0', integrity },
    };
    expect(lockProblems({ packages })).toEqual([
      'node_modules/copyleft has the licence AGPL-3.0-only',
      'node_modules/a/node_modules/both has the licence MIT AND GPL-3.0-only',
      'node_modules/none has the licence of its own text',
    ]);
  });
});
