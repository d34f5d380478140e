import { accessibilityFindings, nextStepsOf, triesEachCase } from '@governance/testing';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Page } from 'puppeteer';
import { PageRenderer } from '../src/pages/page-renderer';
import { pageNames } from '../src/pages/page-views';
import { startCallback, TestApplication } from './support/applications';
import { type IdentityApp, startIdentityApp } from './support/identity-app';
import { invite } from './support/invitations';
import { addPerson, freshCode } from './support/people';
import { leaveBrowser, sharedBrowser } from './support/shared-browser';
import { startUpstream } from './support/upstream';
import { send, textOn } from './support/page-forms';
import { visitEveryPage } from './support/visited-pages';
import { sharedApp } from './support/shared-app';

/** `npm run prove -- screenshots` writes every page there. */
const folder = process.env.SCREENSHOTS && join(__dirname, '../../..', process.env.SCREENSHOTS);

describe('the pages in a real browser', () => {
  let identity: IdentityApp;
  let browser: Browser;
  /** All requested URLs, and the errors in the browser's console. */
  const requested = new Set<string>();
  const complaints: string[] = [];

  beforeAll(async () => {
    if (folder) mkdirSync(folder, { recursive: true });
    ({ identity } = await sharedApp());
    browser = await sharedBrowser();
  });
  afterAll(leaveBrowser);

  async function newPage({ scripts = true } = {}): Promise<Page> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setJavaScriptEnabled(scripts);
    page.on('request', (request) => requested.add(new URL(request.url()).origin));
    page.on('console', (message) => complaints.push(message.text()));
    return page;
  }

  it('pass axe, light and narrow or dark and wide, fit, and load nothing from other sites', async () => {
    const visited: string[] = [];
    const rendered = jest.spyOn(identity.get(PageRenderer), 'page');
    await visitEveryPage(identity, newPage, async (name, page) => {
      visited.push(name);
      const shown = await page.content();
      expect([name, nextStepsOf(shown)]).not.toEqual([name, []]);
      // The nightly run looks at each page in both ways, `npm test` in one of them, in turn.
      const turn = visited.length % 2 === 0 ? 'light' : 'dark';
      for (const [width, theme] of [
        [360, 'light'],
        [1280, 'dark'],
      ] as const) {
        await page.setViewport({ width, height: 800 });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
        if (folder) {
          const file = `sign-in-${name.replaceAll(/\W+/g, '-')}-${width}-${theme}.png`;
          await page.screenshot({ path: join(folder, file), fullPage: true });
        }
        if (triesEachCase || theme === turn)
          expect([name, theme, width, await accessibilityFindings(page)]).toEqual([name, theme, width, []]);
        const overflow = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
        expect([name, width, overflow]).toEqual([name, width, false]);
      }
    });
    expect(visited.length).toBeGreaterThan(40);
    const shown = new Set(rendered.mock.calls.map(([page]) => page));
    rendered.mockRestore();
    expect(pageNames.filter((name) => !shown.has(name))).toEqual([]);
    expect([...requested]).toEqual([identity.issuer]);
    // Chromium logs blocked content, and also the status of an error page and that a sign-out cleared the cache.
    const expected = /the server responded with a status of|Cleared data types: "cache"/;
    expect(complaints.filter((text) => !expected.test(text))).toEqual([]);
  });

  it('lead to the application by keyboard alone, without scripts', async () => {
    const application = await startCallback();
    const person = await addPerson(identity, { app: true });
    const client = await TestApplication.open(identity, { redirectUri: application.redirectUri });
    const { url, tokens } = await client.authorization();
    const page = await newPage({ scripts: false });
    await page.goto(url.href);
    await page.keyboard.press('Tab');
    await page.keyboard.type(person.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(person.password);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await page.keyboard.press('Tab');
    await page.keyboard.type(await freshCode(person));
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await expect(tokens(await application.called)).resolves.toMatchObject({ token_type: 'bearer' });
    application.close();
    await page.browserContext().close();
  });

  it('lead an invited person to the provider of the organization and back, without scripts', async () => {
    const redirectUris = [`${identity.issuer}/connections/con_sso/callback`];
    const upstream = await startUpstream({ redirectUris });
    const connection = { name: 'Umbrella login', type: 'enterprise', upstream: upstream.settings };
    await identity.manage('PUT', '/organizations/org_umbrella', { name: 'Umbrella' });
    await identity.manage('PUT', '/organizations/org_umbrella/connections/con_sso', connection);
    const { link, email } = await invite(identity, { orgId: 'org_umbrella' });
    upstream.persona = { sub: 'subject', email, email_verified: true };
    const page = await newPage({ scripts: false });
    await page.goto(link);
    await Promise.all([page.waitForNavigation(), page.click('button.primary')]);
    const arrived = page.waitForSelector('.seal');
    await page.click('button.choice');
    await arrived;
    expect(upstream.requests).toContain('GET /auth');
    expect(page.url()).toContain(`${identity.issuer}/sign-in/`);
    const { body } = await identity.manage('GET', '/organizations/org_umbrella/memberships');
    expect(body.memberships).toHaveLength(1);
    await page.browserContext().close();
    await upstream.close();
  });

  it('take a person who signs out back to the application', async () => {
    const redirectUri = 'http://127.0.0.1:49151/callback';
    const own = await startIdentityApp({ CONSOLE_REDIRECT_URIS: [redirectUri] });
    const client = await TestApplication.open(own, { clientId: 'console', redirectUri });
    const person = await addPerson(own);
    const page = await newPage();
    // No server listens there: the attempt to connect is enough.
    const arrived = new Set<string>();
    page.on('request', (request) => {
      if (request.url().startsWith('http://127.0.0.1:49151')) arrived.add(new URL(request.url()).pathname);
    });
    await page.goto((await client.authorization({ prompt: '' })).url.href);
    const callback = page.waitForRequest((request) => request.url().startsWith(redirectUri));
    await page.type('#email', person.email);
    await page.type('#password', person.password);
    await page.keyboard.press('Enter');
    await callback;
    const query = new URLSearchParams({
      client_id: 'console',
      post_logout_redirect_uri: 'http://127.0.0.1:49151/',
    });
    await page.goto(`${own.issuer}/session/end?${query.toString()}`);
    const home = page.waitForRequest((request) => request.url() === 'http://127.0.0.1:49151/');
    await page.click('button.primary');
    await home;
    expect([...arrived]).toEqual(['/callback', '/']);
    await own.close();
  });

  it('work in two tabs at the same time', async () => {
    const person = await addPerson(identity);
    const client = await TestApplication.open(identity);
    const context = await browser.createBrowserContext();
    const [first, second] = [await context.newPage(), await context.newPage()];
    for (const page of [first, second]) await page.goto((await client.authorization()).url.href);
    await send(first, { email: person.email, password: 'a wrong password' });
    expect(await textOn(first, 'h1')).toBe('Sign in');
    expect(await textOn(first, '[role=alert]')).toContain('is incorrect');
    await send(second, { email: person.email, password: person.password }, 'button.primary');
    expect(await textOn(first, '[role=alert]')).toContain('is incorrect');
    await send(first, { password: person.password });
    await context.close();
  });
});
