import { openBrowser } from '@governance/testing';
import { type Browser, type Page } from 'puppeteer';
import { type PublicApp, startPublicApp } from '../support/public-app';

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

  it('lets an operation be tried out', async () => {
    await page.goto(`${app.origin}/docs#/health/health`);
    // A locator waits until the page has scrolled to the operation and stands still.
    await page.locator('.try-out__btn').click();
    await page.locator('.execute').click();
    await page.waitForSelector('.live-responses-table');
    const text = await page.evaluate(`document.querySelector('.live-responses-table').textContent`);
    expect(text).toContain('"status": "ok"');
  });

  it('asks no other site for anything, and breaks none of its own rules', () => {
    expect(requested.filter((url) => !url.startsWith(app.origin) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('serves nothing but what the page needs', async () => {
    for (const name of ['swagger-ui.js', 'package.json', '..%2Fpackage.json', 'constructor']) {
      expect((await app.get(`/docs/${name}`)).status).toBe(404);
    }
  });
});
