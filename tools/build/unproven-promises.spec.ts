import { join } from 'node:path';

type Tests = Readonly<Record<string, string>>;
type UnprovenPromises = (sections: readonly object[], reports: readonly unknown[]) => string[];

const file = 'libs/a/src/b.spec.ts';

function reportOf(tests: Tests, name = `/checkout/${file}`): object {
  const assertionResults = Object.entries(tests).map(([title, status]) => ({ title, status }));
  return { testResults: [{ name, assertionResults }] };
}

describe('a promise', () => {
  let unprovenBy: (tests: readonly string[], reports: readonly unknown[]) => string[];
  beforeAll(async () => {
    const path = join(__dirname, 'unproven-promises.mjs');
    const { unprovenPromises } = (await import(path)) as { unprovenPromises: UnprovenPromises };
    unprovenBy = (tests, reports) =>
      unprovenPromises([{ promises: [{ paragraph: '1.1', promise: 'It works', tests }] }], reports);
  });

  it.each<[string, string, Tests]>([
    ['a part of a title', 'answers 200', { 'answers 200 (in time)': 'passed', 'answers 400': 'failed' }],
    ['the rows of a table', '%s is $a.b', { 'one is 1': 'passed', 'two is\n2': 'passed' }],
    ['a title with signs', '(a+b)? [c]', { '(a+b)? [c]': 'passed' }],
  ])('is proven by %s', (_, title, tests) => {
    expect(unprovenBy([`${file} › ${title}`], [undefined, reportOf(tests)])).toEqual([]);
  });

  it.each<[string, unknown[]]>([
    ['is in no report', [undefined, {}, { testResults: [{ name: `/${file}` }] }]],
    ['has another title', [reportOf({ 'answers 201': 'passed' })]],
    ['is in another file', [reportOf({ 'answers 200': 'passed' }, `/checkout/apps/a${file}`)]],
    ['failed', [reportOf({ 'answers 200': 'failed' })]],
    ['was skipped', [reportOf({ 'answers 200': 'pending' })]],
    ['failed for one row', [reportOf({ 'answers 200 to a': 'passed', 'answers 200 to b': 'failed' })]],
  ])('is not proven by a test that %s', (_, reports) => {
    const problem = `Not proven: 1.1 It works: no passing test: ${file} › answers 200`;
    expect(unprovenBy([`${file} › answers 200`], reports)).toEqual([problem]);
  });

  it('names tests by their titles, all of which pass', () => {
    const reports = [reportOf({ one: 'passed' })];
    expect(unprovenBy([], reports)).toEqual(['Not proven: 1.1 It works: no passing test: none is listed']);
    expect(unprovenBy([file, `${file} › `, `${file} › one`, `${file} › two`], reports)).toHaveLength(3);
  });
});

describe('a security requirement', () => {
  it('is a promise if it lists tests', async () => {
    const { requirementsAsPromises, unprovenPromises } = (await import(
      join(__dirname, 'unproven-promises.mjs')
    )) as {
      readonly requirementsAsPromises: (chapters: readonly object[]) => object[];
      readonly unprovenPromises: UnprovenPromises;
    };
    const requirements = [
      { number: '1.1.1', requirement: 'It is safe', tests: [`${file} › is safe`] },
      { number: '1.1.2', requirement: 'It is documented', documents: ['docs/security.md'] },
    ];
    const promises = requirementsAsPromises([{ chapter: 'V1', requirements }]);
    expect(unprovenPromises(promises, [reportOf({ 'is safe': 'passed' })])).toEqual([]);
    expect(unprovenPromises(promises, [])).toEqual([
      `Not proven: ASVS 1.1.1 It is safe: no passing test: ${file} › is safe`,
    ]);
  });
});

describe('a MUST of a specification', () => {
  it('is a promise if it lists tests', async () => {
    const { mustsAsPromises, unprovenPromises } = (await import(
      join(__dirname, 'unproven-promises.mjs')
    )) as {
      readonly mustsAsPromises: (specifications: readonly object[]) => object[];
      readonly unprovenPromises: UnprovenPromises;
    };
    const musts = [
      { section: '2', must: 'Sign tokens', tests: [`${file} › signs`] },
      { section: '3', must: 'Encrypt tokens', reason: 'The metadata names no encryption.' },
    ];
    const promises = mustsAsPromises([{ specification: 'RFC 1', musts }]);
    expect(unprovenPromises(promises, [reportOf({ signs: 'passed' })])).toEqual([]);
    expect(unprovenPromises(promises, [])).toEqual([
      `Not proven: RFC 1, 2 Sign tokens: no passing test: ${file} › signs`,
    ]);
  });
});
