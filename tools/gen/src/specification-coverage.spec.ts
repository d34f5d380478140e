import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CoverageRow, readCoverage, referencesOf } from './coverage-page';
import { testTitles } from './test-titles';

const workspace = join(__dirname, '../../..');

/** The endpoints of the specification's section 4, with the statuses of 4.1, and of 4.2 with 7.2. */
const endpoints = [
  { section: '4.1', endpoint: 'GET /health', statuses: [200] },
  { section: '4.1', endpoint: 'GET /api/me', statuses: [200] },
  { section: '4.1', endpoint: 'POST /api/survey-results', statuses: [201, 400] },
  { section: '4.1', endpoint: 'POST /api/survey-results/{id}/resend', statuses: [200, 404, 429] },
  { section: '4.1', endpoint: 'GET /api/certification/verify/{id}', statuses: [200, 302, 400] },
  { section: '4.1', endpoint: 'GET /api/survey-results/{id}/verify', statuses: [200, 400, 404] },
  { section: '4.2', endpoint: 'GET /health', statuses: [200, 400] },
  { section: '4.2', endpoint: 'GET /self/me', statuses: [200, 400, 401] },
  { section: '4.2', endpoint: 'GET /self/profile', statuses: [200, 400, 401, 403] },
  { section: '4.2', endpoint: 'PATCH /self/profile', statuses: [200, 400, 401, 403] },
  { section: '4.2', endpoint: 'GET /iam/m2m-credentials', statuses: [200, 400, 401, 403] },
  { section: '4.2', endpoint: 'POST /iam/m2m-credentials', statuses: [201, 400, 401, 403] },
  {
    section: '4.2',
    endpoint: 'POST /iam/m2m-credentials/{credentialId}/rotate-secret',
    statuses: [200, 400, 401, 403, 404],
  },
  {
    section: '4.2',
    endpoint: 'PATCH /iam/m2m-credentials/{credentialId}',
    statuses: [200, 400, 401, 403, 404],
  },
  {
    section: '4.2',
    endpoint: 'DELETE /iam/m2m-credentials/{credentialId}',
    statuses: [204, 400, 401, 403, 404],
  },
  { section: '4.2', endpoint: 'POST /iam/org-invitations', statuses: [201, 400, 401, 403] },
  { section: '4.2', endpoint: 'GET /iam/connections', statuses: [200, 400, 401] },
];

const sections = Array.from({ length: 9 }, (_, index) => String(index + 1));

function titlesIn(path: string): readonly string[] {
  const file = join(workspace, path);
  return existsSync(file) ? testTitles(readFileSync(file, 'utf8')) : [];
}

function isWithin(section: string, { paragraph }: CoverageRow): boolean {
  return paragraph === section || paragraph.startsWith(`${section}.`);
}

describe('the coverage of the specification', () => {
  const rows = readCoverage(readFileSync(join(workspace, 'docs/specification-coverage.md'), 'utf8'));

  it('has rows for every section, each under the heading of its section', () => {
    expect([...new Set(rows.map(({ section }) => section))]).toEqual(sections);
    expect(rows.filter((row) => !isWithin(row.section, row))).toEqual([]);
  });

  it('says of every promise which tests show it, or that it is open', () => {
    expect(rows.filter(({ promise, shownBy }) => promise === '' || shownBy === '')).toEqual([]);
    expect(() => rows.map(referencesOf)).not.toThrow();
  });

  it('names only tests that are run', () => {
    const references = rows.flatMap(referencesOf);
    const titles = new Map(references.map(({ path }) => [path, titlesIn(path)]));
    const missing = references.filter(
      ({ path, title }) => !titles.get(path)?.some((candidate) => candidate.includes(title)),
    );
    expect(missing).toEqual([]);
  });

  it('has no row twice', () => {
    const keys = rows.map(({ paragraph, promise }) => `${paragraph} ${promise}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it.each(endpoints)(
    'has, in $section, a row for every status of $endpoint',
    ({ section, endpoint, statuses }) => {
      const promises = rows.filter((row) => isWithin(section, row)).map(({ promise }) => promise);
      const shown = statuses.filter((status) =>
        promises.some((promise) => promise.startsWith(`\`${endpoint}\` ${status}`)),
      );
      expect(shown).toEqual(statuses);
    },
  );
});

describe('the page', () => {
  const page = (...lines: string[]): CoverageRow[] => readCoverage(['words', '', ...lines].join('\n'));

  it.each(['| 1.1 | promise |', '| 1.1 | a | b | c |', 'words', '## Section', '| x | promise | open |'])(
    'hides no promise in the line %j',
    (line) => {
      expect(() => page('## 1. Section', line)).toThrow('no row of the page');
    },
  );

  it.each(['', 'Open', 'open.', 'later', '`a.spec.ts`', '`a.spec.ts › `', '`a.ts › b`', 'a.spec.ts › b'])(
    'takes %j for neither open nor a test',
    (shownBy) => {
      const [row] = page('## 1. Section', `| 1.1 | promise | ${shownBy} |`);
      expect(() => row && referencesOf(row)).toThrow('neither a test nor "open"');
    },
  );

  it('may name several tests', () => {
    const [row] = page('## 1. Section', '| 1.1 | promise | `a.spec.ts › b`<br>`c/d.e2e.ts › e f` |');
    expect(row && referencesOf(row)).toEqual([
      { path: 'a.spec.ts', title: 'b' },
      { path: 'c/d.e2e.ts', title: 'e f' },
    ]);
  });
});

describe('the titles of a file', () => {
  it('are those of its tests, in tables and nested too', () => {
    const source = `describe.each([1])('outer', () => { it('one', f); it.each([['x']])('two %s', f); });`;
    expect(testTitles(source)).toEqual(['one', 'two %s']);
  });

  it.each([
    `// it('one', f)`,
    `const text = "it('one', f)"`,
    `it.skip('one', f)`,
    `it.skip.each([1])('one', f)`,
    `it.todo('one')`,
    `xit('one', f)`,
    `describe.skip('outer', () => { it('one', f); })`,
    `xdescribe('outer', () => { it('one', f); })`,
  ])('leave out what does not run: %s', (source) => {
    expect(testTitles(source)).toEqual([]);
  });
});
