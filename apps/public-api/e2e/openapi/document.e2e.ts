import { given, type HttpAnswer } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page } from 'puppeteer';
import { type PublicApp, publicBaseUrl, sharedPublicApp } from '../support/public-app';
import { sharedSite } from '../support/site';

const workspace = join(__dirname, '../../../..');

function committed(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(workspace, file), 'utf8')) as Record<string, unknown>;
}

describe('GET /openapi.json', () => {
  const app = given(sharedPublicApp);
  let answer: HttpAnswer;
  beforeAll(async () => {
    answer = await app.get('/openapi.json');
  });

  it('answers 200 without a token', () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('describes the public surface in version 1.0.0 § 9.7a', () => {
    expect(answer.body).toMatchObject({ openapi: '3.1.1', info: { version: '1.0.0' } });
  });

  it('is the committed document, at this address', () => {
    const document = committed('docs/api/public.openapi.json');
    expect(answer.body).toEqual({ ...document, servers: [{ url: publicBaseUrl }] });
  });

  it('answers 304 to a client that has it', async () => {
    const { status, text } = await app.get('/openapi.json', {
      'if-none-match': answer.headers.get('etag') ?? '',
    });
    expect({ status, text }).toEqual({ status: 304, text: '' });
  });
});

describe('the running routes', () => {
  it('are those of route-policy.json', async () => {
    const { public: rows } = committed('docs/api/route-policy.json') as {
      public: { method: string; path: string }[];
    };
    const names = rows.map(({ method, path }) => `${method} ${path}`);
    expect((await sharedPublicApp()).routes().toSorted()).toEqual(names.toSorted());
  });
});

/** Runs in the page. */
const shownSample = `({
  label: document.querySelector('.code-samples [aria-pressed="true"]').textContent,
  source: document.querySelector('.code-samples pre').textContent,
})`;

/** Runs in the page, again and again: the page draws its buttons anew while it loads, and moves them. */
const pressUntil = (button: string, expected: string) =>
  `document.querySelector('${expected}') ?? document.querySelector('${button}')?.click()`;

describe('GET /docs in a browser', () => {
  const site = given(sharedSite);
  let app: PublicApp;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    ({ app } = site);
    page = await site.visit();
    page.on('request', (request) => void requested.push(request.url()));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => void complaints.push(String(error)));
  });
  afterAll(() => site.leave());

  it.each(['/docs', '/docs/'])('shows every operation at %s', async (path) => {
    const response = await page.goto(app.origin + path);
    expect(response?.status()).toBe(200);
    await page.waitForSelector('.opblock');
    const shown = (await page.evaluate(
      `[...document.querySelectorAll('.opblock [data-path]')].map(({ dataset }) => dataset.path)`,
    )) as string[];
    const { paths } = (await app.get('/openapi.json')).body;
    expect([...new Set(shown)].toSorted()).toEqual(Object.keys(paths as object).toSorted());
  });

  it('can call an operation', async () => {
    await page.goto(`${app.origin}/docs#/health/health`);
    await page.waitForFunction(pressUntil('.try-out__btn:not(.cancel)', '.execute'));
    await page.waitForFunction(pressUntil('.execute', '.live-responses-table'));
    const text = await page.evaluate(`document.querySelector('.live-responses-table').textContent`);
    expect(text).toContain('"status": "ok"');
  });

  it('shows how to call an operation, in the language that the reader chooses', async () => {
    const { paths } = (await app.get('/openapi.json')).body as {
      readonly paths: Readonly<
        Record<string, { readonly get: { readonly 'x-codeSamples': { label: string; source: string }[] } }>
      >;
    };
    const samples = paths['/api/results/{capability}']?.get['x-codeSamples'] ?? [];
    // A change of the fragment alone would not load the page again.
    await page.goto('about:blank');
    await page.goto(`${app.origin}/docs#/results/readResult`);
    const shown: unknown[] = [];
    for (const position of samples.keys()) {
      const tab = `.code-samples-languages button:nth-child(${position + 1})`;
      await page.waitForFunction(pressUntil(tab, `${tab}[aria-pressed="true"]`));
      shown.push(await page.evaluate(shownSample));
    }
    expect(shown).toEqual(samples.map(({ label, source }) => ({ label, source })));
    expect(samples.map(({ label }) => label)).toEqual(['curl', 'TypeScript', 'Python', 'Go']);
  });

  it.each([
    ['light', false],
    ['dark', true],
  ])('follows the preference for %s colours', async (value, isDark) => {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    await page.goto(`${app.origin}/docs`);
    await page.waitForSelector('.opblock');
    expect(await page.evaluate(`document.documentElement.classList.contains('dark-mode')`)).toBe(isDark);
  });

  it('sends no request to another site, and violates no policy of its own', () => {
    expect(requested.filter((url) => !url.startsWith(app.origin) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('serves only the files that the page needs § V5.3.2 V13.4.3', async () => {
    for (const name of ['swagger-ui.js', 'package.json', '..%2Fpackage.json', 'constructor']) {
      expect((await app.get(`/docs/${name}`)).status).toBe(404);
    }
  });
});
