import { basename } from 'node:path';
import { projects as found } from './projects.mjs';

interface Project {
  readonly root: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly targets: Readonly<Record<string, unknown>>;
}

const types = ['domain', 'foundation', 'adapter', 'database', 'client', 'edge', 'app', 'testing', 'tool'].map(
  (type) => `type:${type}`,
);
const scopes = ['public', 'platform', 'identity', 'client', 'witness', 'shared', 'tools'].map(
  (scope) => `scope:${scope}`,
);

describe('every project', () => {
  const projects = found as readonly Project[];

  it('is found', () => {
    expect(projects.map(({ root }) => root)).toEqual(
      expect.arrayContaining(['apps/public-api', 'libs/rubric', 'tools/build', 'tools/workspace']),
    );
  });

  it('has exactly one known type and one known scope, and no other tag', () => {
    const wrong = projects.filter(({ tags }) => {
      const [scope = '', type = '', ...others] = tags.toSorted();
      return !scopes.includes(scope) || !types.includes(type) || others.length > 0;
    });
    expect(wrong).toEqual([]);
  });

  it('is a tool exactly when its scope is tools', () => {
    const wrong = projects.filter(({ tags }) => tags.includes('type:tool') !== tags.includes('scope:tools'));
    expect(wrong).toEqual([]);
  });

  it('is tested', () => {
    const wrong = projects.filter(({ root, targets }) => root !== 'tools/workspace' && !('test' in targets));
    expect(wrong).toEqual([]);
  });

  it('has the name of its folder, with its type as suffix if another project has that name', () => {
    const wrong = projects.filter(({ root, name, tags }) => {
      const folder = basename(root);
      const type = tags.find((tag) => tag.startsWith('type:'))?.slice('type:'.length);
      const isTaken = projects.some((other) => other.root !== root && other.name === folder);
      return name !== (isTaken ? `${folder}-${type}` : folder);
    });
    expect(wrong).toEqual([]);
  });

  it('has a unique name', () => {
    const names = projects.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
