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

/** A vertical bar would end a table cell, and a lone placeholder would match every title. */
const text = /^[^|\s][^|]*(?<!\s)$/;
const reference = /^\S+\.(?:spec|e2e)\.ts › (?![%$]\S+$)[^`|›\s][^`|›]*(?<!\s)$/;

function isWithin(section: string, { paragraph }: { readonly paragraph: string }): boolean {
  return paragraph === section || paragraph.startsWith(`${section}.`);
}

describe('the coverage of the specification', () => {
  const file = join(__dirname, '../../../docs/specification-coverage.json');
  const sections = JSON.parse(readFileSync(file, 'utf8')) as CoverageSection[];
  const rows = sections.flatMap(({ promises }) => promises);

  it('has rows for every section and for what is beyond them, each under its heading', () => {
    expect(sections).toHaveLength(10);
    for (const [index, { section, promises }] of sections.entries()) {
      expect(section).toMatch(new RegExp(`^${String(index + 1)}\\. \\S`));
      expect(promises).not.toEqual([]);
      expect(promises.filter((row) => !isWithin(String(index + 1), row))).toEqual([]);
    }
  });

  it('has a text for every promise, and test names that the page can render', () => {
    expect(rows.filter(({ paragraph }) => !/^\d+(?:\.\d+)*$/.test(paragraph))).toEqual([]);
    expect(rows.filter(({ promise }) => !text.test(promise))).toEqual([]);
    expect(rows.flatMap(({ tests }) => tests).filter((test) => !reference.test(test))).toEqual([]);
  });

  it('has every promise once', () => {
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
