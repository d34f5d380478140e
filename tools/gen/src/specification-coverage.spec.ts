import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CoverageSection } from './specification-coverage';

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

interface OpenApiDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  >;
}

/** Every route answers an unreadable body with them. */
const ofBodies = ['413', '415'];

/** A vertical bar would end a table cell. */
const text = /^[^|\s][^|]*(?<!\s)$/;
/** The paragraph, and a letter. */
const numbered = /^\d+(?:\.\d+)*[a-z]{1,2}$/;

function isWithin(section: string, { number }: { readonly number: string }): boolean {
  return number.startsWith(section) && /^[.a-z]/.test(number.slice(section.length));
}

describe('the coverage of the specification', () => {
  const file = join(__dirname, '../../../docs/specification-coverage.json');
  const sections = JSON.parse(readFileSync(file, 'utf8')) as CoverageSection[];
  const rows = sections.flatMap(({ promises }) =>
    Object.entries(promises).map(([number, promise]) => ({ number, promise })),
  );

  it('has rows for every section and for what is beyond them, each under its heading', () => {
    expect(sections).toHaveLength(10);
    for (const [index, { section, promises }] of sections.entries()) {
      expect(section).toMatch(new RegExp(`^${String(index + 1)}\\. \\S`));
      const numbers = Object.keys(promises);
      expect(numbers).not.toEqual([]);
      expect(numbers.filter((number) => !isWithin(String(index + 1), { number }))).toEqual([]);
    }
  });

  it('has a number and a text for every promise, and no text twice in a paragraph', () => {
    expect(rows.filter(({ number, promise }) => !numbered.test(number) || !text.test(promise))).toEqual([]);
    const texts = rows.map(({ number, promise }) => `${number.replace(/[a-z]+$/, '')} ${promise}`);
    expect(texts.filter((each, index) => texts.indexOf(each) !== index)).toEqual([]);
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

  it('has a row for every documented status of every platform route beyond the specification', () => {
    const file = join(__dirname, '../../../docs/api/platform.openapi.json');
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]) => ({
        endpoint: `\`${method.toUpperCase()} ${path}\``,
        statuses: Object.keys(responses).filter((status) => !ofBodies.includes(status)),
      })),
    );
    const isSpecified = (endpoint: string): boolean =>
      rows.some((row) => isWithin('4', row) && row.promise.startsWith(endpoint));
    const missing = documented
      .filter(({ endpoint }) => !isSpecified(endpoint))
      .flatMap(({ endpoint, statuses }) => statuses.map((status) => `${endpoint} ${status}`))
      .filter((shown) => !rows.some((row) => isWithin('10', row) && row.promise.startsWith(shown)));
    expect(missing).toEqual([]);
  });
});
