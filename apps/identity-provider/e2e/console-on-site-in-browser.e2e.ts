import { publishedRubrics } from '@governance/rubric';
import { accessibilityFindings, given, until } from '@governance/testing';
import { type Browser, type Page } from 'puppeteer';
import { beginSessionOn, textOn } from './support/page-forms';
import { addPerson, type TestPerson } from './support/people';
import { leaveBrowser, sharedBrowser } from './support/shared-browser';
import { sharedConsoleWithSite } from './support/shared-console';

const anonymous = { authenticated: false, email: '', name: '', roles: [] };

/** The shipped surfaces and the embedded provider: who is signed in at the console, as the pages of the site see it. */
describe('a person of the console on the site, in a real browser', () => {
  const app = given(sharedConsoleWithSite);
  let person: TestPerson;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(leaveBrowser);
  beforeEach(async () => {
    person = await addPerson(app.identity);
    page = await (await browser.createBrowserContext()).newPage();
    for (const list of [asked, complaints]) list.splice(0);
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => asked.push(request.url()));
  });
  afterEach(() => page.browserContext().close());

  async function signIn(): Promise<void> {
    await beginSessionOn(page, app.identity, person);
    await page.goto(`${app.url}/console`);
    await until(async () => (await textOn(page, 'h1').catch(() => '')) === 'Overview');
  }

  const isShown = (selector: string): Promise<unknown> =>
    page.evaluate(
      `document.querySelector(${JSON.stringify(selector)}).checkVisibility({ visibilityProperty: true })`,
    );

  const probes = (): number => asked.filter((url) => url.endsWith('/api/me')).length;

  async function submitted(): Promise<string> {
    const questions = publishedRubrics.current.questions.filter(({ modes }) => modes.includes('msp-self'));
    const answers = Object.fromEntries(questions.map(({ id }) => [id, 2]));
    const response = await fetch(`${app.siteUrl}/api/survey-results`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode: 'msp-self', answers }),
    });
    const { resultUrl } = (await response.json()) as { resultUrl: string };
    return resultUrl;
  }

  async function keys(...pressed: readonly ('Tab' | 'Enter' | 'Escape')[]): Promise<void> {
    for (const key of pressed) await page.keyboard.press(key);
  }

  it('shows its menu to a person who is signed in at the console, until they sign out § 5.1.2b', async () => {
    await page.goto(app.siteUrl);
    expect([await isShown('#account'), probes()]).toEqual([false, 0]);
    await signIn();
    await page.goto(app.siteUrl);
    await page.waitForSelector('#account:not([hidden])');
    expect(probes()).toBe(1);
    expect(await textOn(page, '#account .name')).toBe('Assessor');
    expect(await page.evaluate('document.cookie')).toBe('site-signed-in=1');

    // The menu follows the link to the home page.
    await page.focus('.brand');
    await keys('Tab', 'Enter');
    await page.waitForSelector('#account[open]');
    expect(await textOn(page, '#account .address')).toBe(person.email);
    await keys('Tab', 'Escape');
    await page.waitForSelector('#account:not([open])');
    await keys('Enter', 'Tab', 'Tab', 'Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Sign out');
    await Promise.all([page.waitForNavigation(), keys('Enter')]);
    expect(await textOn(page, 'h1')).toBe('Sign out?');
    await page.focus('main form button');
    await Promise.all([page.waitForNavigation(), keys('Enter')]);
    await page.goto(app.siteUrl);
    expect([await isShown('#account'), probes()]).toEqual([false, 1]);
    // Chromium reports that the sign-out clears its cache.
    expect(complaints).toEqual([
      expect.stringMatching(/^Clear-Site-Data header on '.+\/console\/sign-out': .+ "cache"\.$/),
    ]);
  });

  it('has its menu closed by a press elsewhere, and hidden when a session has ended meanwhile', async () => {
    await signIn();
    await page.goto(app.siteUrl);
    await page.waitForSelector('#account:not([hidden])');
    await page.click('#account summary');
    await page.waitForSelector('#account[open]');
    await page.mouse.click(5, 500);
    await page.waitForSelector('#account:not([open])');
    await app.identity.stores.sql('DELETE FROM console_sessions WHERE subject = $1', [person.userId]);
    await page.reload();
    await until(() => probes() === 2);
    // Answered after the request of the page.
    expect(await page.evaluate(`fetch('/api/me').then((response) => response.json())`)).toEqual(anonymous);
    expect(await isShown('#account')).toBe(false);
  });

  it('attaches a result at the console, by a link whose secret reaches no server but the site', async () => {
    const result = await submitted();
    await page.goto(result);
    expect(await isShown('#attach')).toBe(false);
    await signIn();
    await page.goto(result);
    await page.waitForSelector('#attach:not([hidden])');
    const capability = result.split('/').at(-1);
    const target = `${app.url}/console/results/attach`;
    expect(await page.evaluate('document.querySelector("#attach").href')).toBe(
      `${target}#${String(capability)}`,
    );
    await page.focus('#attach');
    await Promise.all([page.waitForNavigation(), keys('Enter')]);
    // The page moves what follows the `#` into its form.
    expect(page.url()).toBe(target);
    expect(await page.evaluate('document.querySelector("#address").value')).toContain(capability);
    await page.focus('.form .actions button');
    await Promise.all([page.waitForNavigation(), keys('Enter')]);
    expect(page.url()).toMatch(/\/console\/results\/[\da-f-]{36}\?done=attached$/);
    expect(app.platform.output()).not.toContain(String(capability));
  });

  it('keeps the fragment of a link to the console from the identity provider', async () => {
    await page.goto(`${app.url}/console/members#secret`);
    expect(new URL(page.url()).origin).toBe(app.identity.issuer);
    expect(await page.evaluate('location.href')).not.toContain('secret');
  });

  it.each([
    [1280, 'light'],
    [640, 'dark'],
    [375, 'dark'],
    [320, 'light'],
  ] as const)(
    'finds pages %i pixels wide, %s, that pass axe, fit, and do not move',
    async (width, scheme) => {
      const paths = ['/', '/assessment', '/verify', new URL(await submitted()).pathname];
      const place = `JSON.stringify([...document.querySelectorAll('.brand, .begin, main, main > *, #download')]
      .map((each) => { const { x, y, width, height } = each.getBoundingClientRect(); return [x, y, width, height]; }))`;
      await page.setViewport({ width, height: 700 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const before = new Map<string, unknown>();
      for (const path of paths) {
        await page.goto(app.siteUrl + path);
        await page.evaluate('document.fonts.ready');
        before.set(path, await page.evaluate(place));
      }
      await signIn();
      for (const path of paths) {
        await page.goto(app.siteUrl + path);
        await page.evaluate('document.fonts.ready');
        await page.waitForSelector('#account:not([hidden])');
        expect([path, await page.evaluate(place)]).toEqual([path, before.get(path)]);
        expect([path, await accessibilityFindings(page)]).toEqual([path, []]);
        await page.click('#account summary');
        await page.waitForSelector('#account[open]');
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width]);
        expect([path, await page.evaluate(place)]).toEqual([path, before.get(path)]);
        // The open menu lies over links of a result, and axe takes the rest of them for too small.
        if (!path.startsWith('/results'))
          expect([path, await accessibilityFindings(page)]).toEqual([path, []]);
        await page.emulateMediaType('print');
        expect([path, await isShown('#account')]).toEqual([path, false]);
        await page.emulateMediaType('screen');
      }
    },
  );

  it('shows nothing of it without scripts', async () => {
    await signIn();
    await page.setJavaScriptEnabled(false);
    await page.goto(await submitted());
    await page.setJavaScriptEnabled(true);
    expect([await isShown('#account'), await isShown('#attach')]).toEqual([false, false]);
  });

  it('is not told to a page of another origin', async () => {
    await signIn();
    await page.goto(`${app.url}/console`);
    const read = (mode: string): Promise<unknown> =>
      page.evaluate(`fetch(${JSON.stringify(`${app.siteUrl}/api/me`)}, { mode: '${mode}', credentials: 'include' })
        .then((response) => response.text(), (error) => error.name)`);
    // The policy of the console allows no requests to other origins: a page without a policy tries.
    await page.setBypassCSP(true);
    await page.reload();
    expect([await read('cors'), await read('no-cors')]).toEqual(['TypeError', '']);
  });
});
