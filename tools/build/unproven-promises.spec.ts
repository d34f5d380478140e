import { promisesIn, unprovenPromises } from './unproven-promises.mjs';

type Tests = Readonly<Record<string, string>>;

function reportOf(tests: Tests): object {
  const assertionResults = Object.entries(tests).map(([title, status]) => ({ title, status }));
  return { testResults: [{ assertionResults }] };
}

describe('a promise', () => {
  const promise = { number: '1.1a', text: 'It works', needsTest: true };
  const unprovenBy = (tests: Tests, changes?: Partial<typeof promise>): string[] =>
    unprovenPromises([{ ...promise, ...changes }], [undefined, {}, reportOf(tests)]);

  it.each<[string, Tests]>([
    ['a test', { 'answers 200 § 1.1a': 'passed', 'answers 400': 'failed' }],
    ['the rows of a table', { 'one is 1 § 1.1a': 'passed', 'two is\n2 § 1.1a': 'passed' }],
  ])('is proven by %s that names it', (_, tests) => {
    expect(unprovenBy(tests)).toEqual([]);
  });

  it.each<[string, Tests]>([
    ['failed', { 'works § 1.1a': 'failed' }],
    ['was skipped', { 'works § 1.1a': 'pending' }],
    ['failed for one row', { 'one § 1.1a': 'passed', 'works § 1.1a': 'failed' }],
  ])('is not proven by a test that %s', (_, tests) => {
    const title = 'works § 1.1a';
    expect(unprovenBy(tests)).toEqual([`Not proven: 1.1a It works: did not pass: ${title}`]);
    expect(unprovenBy(tests, { needsTest: false })).toHaveLength(1);
  });

  it('needs a test that names it, unless a document shows it', () => {
    const tests = { 'works, see 1.1a': 'passed' };
    expect(unprovenBy(tests)).toEqual(['Not proven: 1.1a It works: no test names it']);
    expect(unprovenBy(tests, { needsTest: false })).toEqual([]);
  });

  it('exists if a test names it', () => {
    const tests = { 'works § 1.1a 1.1b': 'passed' };
    expect(unprovenBy(tests)).toEqual(['No promise to test: 1.1b: works § 1.1a 1.1b']);
  });

  it('is each row of the three lists that a test can show', () => {
    const lists = {
      coverage: [{ section: '1', promises: { '1.1a': 'It works' } }],
      chapters: [
        {
          requirements: [
            { number: '1.1.1', requirement: 'It is safe', status: 'met' },
            { number: '1.1.2', requirement: 'It is documented', status: 'operator', documents: ['a.md'] },
            { number: '1.1.3', requirement: 'It is proven', status: 'not met' },
          ],
        },
      ],
      specifications: [
        {
          musts: [
            { number: 'core-2a', must: 'Sign tokens' },
            { number: 'core-2b', must: 'Encrypt tokens', reason: 'No metadata names it.' },
            { number: 'core-2c', must: 'Sign with RS256', deviation: 'ES256 only.' },
          ],
        },
      ],
    };
    expect(promisesIn(lists)).toEqual([
      { number: '1.1a', text: 'It works', needsTest: true },
      { number: 'V1.1.1', text: 'It is safe', needsTest: true },
      { number: 'V1.1.2', text: 'It is documented', needsTest: false },
      { number: 'core-2a', text: 'Sign tokens', needsTest: true },
    ]);
  });
});
