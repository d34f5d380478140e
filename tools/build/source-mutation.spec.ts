import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineProblem, mutated, undetected } from './source-mutation.mjs';

interface Mutation {
  readonly claim: string;
  readonly requirement: string;
  readonly breaks: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly test: string;
  readonly title: string;
}

const workspace = join(__dirname, '../..');

function read(path: string): string {
  return readFileSync(join(workspace, path), 'utf8');
}

const mutation: Mutation = {
  claim: 'Closed',
  requirement: '8.2.1',
  breaks: 'it is open',
  file: 'libs/a/src/b.ts',
  find: 'return closed;',
  replace: 'return "$&";',
  test: 'libs/a/src/b.spec.ts',
  title: 'closes %s',
};

function reportOf(status: string, failure = 'expect(received).toBe(expected)'): object {
  const failureMessages = status === 'failed' ? [failure] : [];
  return {
    testResults: [
      {
        assertionResults: [
          { title: 'closes a route', status, failureMessages },
          { title: 'opens a route', status: 'failed', failureMessages: ['expect(1).toBe(2)'] },
        ],
      },
    ],
  };
}

describe('a mutation of the source', () => {
  it('replaces a text that occurs once, as it is', () => {
    expect(mutated('{ return closed; }', mutation)).toBe('{ return "$&"; }');
  });

  it.each(['', 'return closed; return closed;'])(
    'is refused where its text is not, or twice: %j',
    (source) => {
      expect(() => mutated(source, mutation)).toThrow('libs/a/src/b.ts has the text of its mutation');
    },
  );

  it('is found when the named test fails with an assertion', () => {
    expect(undetected(mutation, reportOf('failed'))).toBeUndefined();
  });

  it.each([
    ['another test fails', reportOf('passed'), 'survived'],
    ['the test throws', reportOf('failed', 'TypeError: it is not a function'), 'failed without an assertion'],
    [
      'the module does not compile',
      { testResults: [{ message: 'Syntax Error' }] },
      'did not run: Syntax Error',
    ],
    ['there is no report', undefined, 'did not run: no report'],
  ])('is not found when %s', (_, report, problem) => {
    expect(undetected(mutation, report)).toMatch(problem);
  });

  it('needs a test that passes without it', () => {
    expect(baselineProblem(mutation, reportOf('passed'))).toBeUndefined();
    expect(baselineProblem(mutation, reportOf('failed'))).toBe('fails without the mutation');
    expect(baselineProblem({ ...mutation, title: 'locks' }, reportOf('passed'))).toMatch('no test with');
  });
});

describe('the list of mutations', () => {
  const mutations = JSON.parse(read('docs/security/mutations.json')) as Mutation[];
  const claims = read('docs/security.md');
  const requirements = read('docs/security/asvs.json');

  it('has at least twenty, each once', () => {
    expect(new Set(mutations.map(({ file, find }) => `${file} ${find}`)).size).toBe(mutations.length);
    expect(mutations.length).toBeGreaterThanOrEqual(20);
  });

  it.each(mutations)('fits the source: $breaks', ({ claim, requirement, file, find, replace, test }) => {
    expect(read(file).split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
    expect(existsSync(join(workspace, test))).toBe(true);
    expect(claims).toContain(`\n| ${claim}`);
    expect(requirements).toContain(`"number": "${requirement}"`);
  });
});
