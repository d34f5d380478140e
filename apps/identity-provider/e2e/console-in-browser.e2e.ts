import { openBrowser, until } from '@governance/testing';
import { type Browser, type Page } from 'puppeteer';
import { type ConsoleApp, sessionsOf, startConsole } from './support/console';
import { send, textOn } from './support/page-forms';
import { addPerson, type TestPerson } from './support/people';

/** The shipped console and the embedded provider, as a person meets them. */
describe('the console in a real browser', () => {
  let app: ConsoleApp;
  let browser: Browser;
  let person: TestPerson;
  let page: Page;
  const complaints: string[] = [];
  const foreign: string[] = [];

  beforeAll(async () => {
    app = await startConsole();
    browser = await openBrowser();
    person = await addPerson(app.identity);
  });
  beforeEach(async () => {
    page = await (await browser.createBrowserContext()).newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('request', (request) => {
      const { origin } = new URL(request.url());
      if (![app.url, app.identity.issuer].includes(origin)) foreign.push(origin);
    });
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  async function signIn(): Promise<void> {
    await page.goto(`${app.url}/console`);
    await send(page, { email: person.email, password: person.password });
    await arrived('/console', 'Overview');
  }

  /** Waits for a page of the console: the provider leads to it by a page of its own, which refreshes itself. */
  async function arrived(path: string, heading: string): Promise<void> {
    await until(async () => {
      if (page.url() !== app.url + path) return false;
      // A page that is being left cannot be read.
      return (await textOn(page, 'h1').catch(() => '')) === heading;
    });
  }

  /** Follows every redirect to the page at its end. */
  async function press(selector: string): Promise<void> {
    await page.focus(selector);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  }

  it.each([true, false])(
    'signs in, ends another session and signs out by keyboard, with scripts: %s',
    async (scripts) => {
      await page.setJavaScriptEnabled(scripts);
      await signIn();
      const elsewhere = page;
      page = await (await browser.createBrowserContext()).newPage();
      await page.setJavaScriptEnabled(scripts);
      await signIn();
      expect(await sessionsOf(app, person)).toHaveLength(2);

      await press('a[href$="/console/sessions"]');
      await press('form[action$="/end"] button');
      await arrived('/console/sessions', 'Sessions');
      expect(await sessionsOf(app, person)).toHaveLength(1);
      await elsewhere.close();

      await press('.account button');
      expect(new URL(page.url()).origin).toBe(app.identity.issuer);
      await press('button.primary');
      await arrived('/console/signed-out', 'You are signed out');
      expect(await sessionsOf(app, person)).toEqual([]);
      await page.goto(`${app.url}/console`);
      expect(await textOn(page, 'h1')).toBe('Sign in');
    },
  );

  it('keeps its cookie from scripts, fits a phone, and loads nothing from elsewhere', async () => {
    await page.setViewport({ width: 375, height: 700 });
    await signIn();
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    for (const path of ['/console', '/console/sessions', '/console/signed-out']) {
      await page.goto(app.url + path);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 375]);
    }
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
