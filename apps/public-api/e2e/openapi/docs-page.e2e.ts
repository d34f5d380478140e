import { openBrowser } from '@governance/testing';
import { type Browser, type Page } from 'puppeteer';
import { type PublicApp, startPublicApp } from '../support/public-app';

/** Runs in the page. */
const shownSample = `({
  label: document.querySelector('.code-samples [aria-pressed="true"]').textContent,
  source: document.querySelector('.code-samples pre').textContent,
})`;

describe('GET /docs in a browser', () => {
  let app: PublicApp;
  let browser: Browser;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    app = await startPublicApp({ reachable: true });
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('request', (request) => void requested.push(request.url()));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => void complaints.push(String(error)));
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

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
    // A locator waits until the page has scrolled to the operation and stopped moving.
    await page.locator('.try-out__btn').click();
    await page.locator('.execute').click();
    await page.waitForSelector('.live-responses-table');
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
      await page.locator(tab).click();
      await page.waitForSelector(`${tab}[aria-pressed="true"]`);
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

  it('serves only the files that the page needs', async () => {
    for (const name of ['swagger-ui.js', 'package.json', '..%2Fpackage.json', 'constructor']) {
      expect((await app.get(`/docs/${name}`)).status).toBe(404);
    }
  });
});
