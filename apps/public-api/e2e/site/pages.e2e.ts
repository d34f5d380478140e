import { PageTemplates } from '@governance/http';
import {
  accessibilityFindings,
  drawPdf,
  given,
  nextStepsOf,
  opened,
  readPdf,
  triesEachCase,
} from '@governance/testing';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page } from 'puppeteer';
import { sharedPublicApp, startPublicApp } from '../support/public-app';
import { sharedSite } from '../support/site';
import { type SiteState } from '../support/site-state';
import { siteStates } from '../support/site-states';

interface Look {
  readonly width: number;
  readonly theme: 'light' | 'dark';
}

/** `npm run prove -- screenshots` looks at every page in every way and writes what it sees; otherwise the two ends will do. */
const folder = process.env.SCREENSHOTS && join(__dirname, '../../../..', process.env.SCREENSHOTS);
const looks: readonly Look[] =
  folder === undefined
    ? [
        { width: 320, theme: 'light' },
        { width: 1280, theme: 'dark' },
      ]
    : [360, 768, 1280].flatMap((width) => [
        { width, theme: 'light' as const },
        { width, theme: 'dark' as const },
      ]);
/** Most of the time is spent on accessibility: `npm test` looks for it at one end of each page, in turn, the nightly run at both. */
const looksAtEach = triesEachCase || folder !== undefined;

describe('every page, in every state', () => {
  const site = given(sharedSite);
  const rendered = jest.spyOn(PageTemplates.prototype, 'render');

  beforeAll(() => {
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
  });
  afterAll(async () => {
    rendered.mockRestore();
    await site.leave();
  });

  async function look(page: Page, { width, theme }: Look): Promise<void> {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.evaluate('document.fonts.ready');
  }

  async function shoot(page: Page, { name }: SiteState, { width, theme }: Look): Promise<void> {
    if (folder === undefined) return;
    await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true });
  }

  it.each(siteStates.map((state, at) => ({ ...state, at })))(
    '$name: is accessible, fits its width, and sends no request elsewhere § V3.7.1 V14.2.3',
    async ({ at, ...state }) => {
      const page = await site.visit();
      const foreign: string[] = [];
      const refusals: string[] = [];
      page.on('request', (request) => {
        if (!/^(data:|about:)/.test(request.url()) && !request.url().startsWith(site.app.origin)) {
          foreign.push(request.url());
        }
      });
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refusals.push(message.text());
      });
      page.on('pageerror', (error) => refusals.push(String(error)));
      await look(page, { width: 1280, theme: 'light' });
      await page.setJavaScriptEnabled(state.scripts ?? true);
      await state.go(page, site);
      await page.setJavaScriptEnabled(true);
      // A mail is no page: its links are checked where mails are.
      if (!(state.message ?? false)) expect(nextStepsOf(await page.content())).not.toEqual([]);
      for (const [end, one] of looks.entries()) {
        await look(page, one);
        await shoot(page, state, one);
        if (looksAtEach || end === at % looks.length)
          expect({ ...one, found: await accessibilityFindings(page, state) }).toEqual({ ...one, found: [] });
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        // Long addresses in a message without styles do not wrap.
        if (!(state.unstyled ?? false)) expect({ ...one, overflow }).toEqual({ ...one, overflow: 0 });
      }
      const cookies = await page.browserContext().cookies();
      expect(cookies.map(({ name }) => name)).toEqual(state.cookies ?? []);
      expect({ foreign, refusals }).toEqual({ foreign: [], refusals: [] });
      await page.browserContext().close();
    },
  );

  it('and no page is left out', () => {
    const templates = join(__dirname, '../../src/site/templates');
    const pages = readdirSync(templates)
      .filter((file) => file.endsWith('.html.hbs'))
      .filter((file) => readFileSync(join(templates, file), 'utf8').includes('{{#> site-layout'));
    const shown = new Set(rendered.mock.calls.map(([page]) => `${page}.html.hbs`));
    // An app renders it once: maybe for an earlier file.
    if (siteStates.some(({ name }) => name === 'home')) shown.add('site-home.html.hbs');
    expect(pages.filter((page) => !shown.has(page))).toEqual([]);
  });

  it('and a printed result has every answer with its references, which the page shows on demand', async () => {
    const page = await site.visit();
    await page.goto((await site.submitted('persona-policy-on-paper')).resultUrl);
    const open = 'document.querySelectorAll("details[open]").length';
    expect(await page.evaluate(open)).toBe(0);
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    const { text } = await readPdf(pdf);
    expect(text).toContain('Is there an approved AI policy, made known to everyone it binds');
    expect(text).toContain('A.6.2.4');
    expect(text).not.toContain('Show it to others');
    expect(await page.evaluate(open)).toBe(0);
  });

  it('and the certificate, for people to look at', async () => {
    const { mail } = await site.mailed('persona-policy-on-paper', 'certificate@example.com');
    const [certificate] = mail.attachments;
    const png = await drawPdf(certificate?.content ?? new Uint8Array());
    expect(png.length).toBeGreaterThan(50_000);
    if (folder !== undefined) {
      writeFileSync(join(folder, 'certificate.png'), png);
      writeFileSync(join(folder, 'certificate.pdf'), certificate?.content ?? '');
      writeFileSync(join(folder, 'message.txt'), mail.text);
    }
  });
});

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('a path that does not exist', () => {
  const app = opened(async () =>
    startPublicApp({
      beside: await sharedPublicApp(),
      settings: {
        ISSUER_NAME: 'Example Assurance',
        CONTACT_URL: 'mailto:contact@example.org',
        PRIVACY_URL: 'https://example.org/privacy',
      },
    }),
  );

  it('is a page with status 404 for browsers', async () => {
    const { status, text, headers } = await app.get('/nothing/here', { accept: browser });
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(text).toContain('<h1>This page does not exist</h1>');
  });

  it.each([undefined, '*/*', 'application/json', 'text/plain'])('is JSON for %s', async (accept) => {
    const { status, body } = await app.get('/nothing/here', accept === undefined ? {} : { accept });
    expect([status, body]).toEqual([404, { error: 'no such path' }]);
  });

  it('is 405 with JSON if the path exists for another method', async () => {
    const { status, headers } = await app.get('/api/survey-results', { accept: browser });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('names the operator, with its contact and privacy policy, as every page does', async () => {
    for (const path of ['/nothing', '/', '/verify']) {
      const { text } = await app.get(path, { accept: browser });
      expect(text).toContain('Operated by Example Assurance.');
      expect(text).toContain('<a href="mailto:contact@example.org">Contact</a>');
      expect(text).toContain('<a href="https://example.org/privacy">Privacy</a>');
    }
  });
});
