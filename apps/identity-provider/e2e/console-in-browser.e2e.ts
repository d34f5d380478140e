import { accessibilityFindings, given, until } from '@governance/testing';
import { type Browser, type Page } from 'puppeteer';
import { sessionsOf } from './support/console';
import { beginSessionOn, send, textOn } from './support/page-forms';
import { addPerson, type TestPerson } from './support/people';
import { leaveBrowser, sharedBrowser } from './support/shared-browser';
import { storeResult } from './support/stored-results';
import { sharedConsole } from './support/shared-console';

/** The shipped console and the embedded provider, as a person meets them. */
describe('the console in a real browser', () => {
  const app = given(sharedConsole);
  let browser: Browser;
  let person: TestPerson;
  let page: Page;
  const complaints: string[] = [];
  const foreign: string[] = [];

  beforeAll(async () => {
    browser = await sharedBrowser();
    person = await addPerson(app.identity);
  });
  beforeEach(async () => {
    complaints.length = 0;
    page = await (await browser.createBrowserContext()).newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('request', (request) => {
      const { origin } = new URL(request.url());
      if (![app.url, app.identity.issuer].includes(origin)) foreign.push(origin);
    });
  });
  afterAll(leaveBrowser);

  async function signIn(): Promise<void> {
    await page.goto(`${app.url}/console`);
    await send(page, { email: person.email, password: person.password });
    await arrived('/console', 'Overview');
  }

  /** The same, without the pages of the provider. */
  async function enter(): Promise<void> {
    await beginSessionOn(page, app.identity, person);
    await page.goto(`${app.url}/console`);
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

  /** False while the page loads: without its styles, nothing takes the focus. */
  async function focus(selector: string): Promise<boolean> {
    await page.focus(selector);
    const isFocused = `document.activeElement.matches(${JSON.stringify(selector)})`;
    return (await page.evaluate(`document.readyState === 'complete' && ${isFocused}`)) === true;
  }

  /** Follows every redirect to the page at its end. */
  async function press(selector: string): Promise<void> {
    await until(() => focus(selector).catch(() => false));
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  }

  it('signs in, ends another session and signs out by keyboard, without scripts', async () => {
    await signIn();
    const elsewhere = page;
    page = await (await browser.createBrowserContext()).newPage();
    await page.setJavaScriptEnabled(false);
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
  });

  it.each([true, false])('leads from a refused form to its fields, with scripts: %s', async (scripts) => {
    person = await addPerson(app.identity, { places: [[`org_refused_${scripts}`, 'account-admin']] });
    await page.setJavaScriptEnabled(scripts);
    await enter();
    await page.goto(`${app.url}/console/connections/new`);
    await page.type('#client_id', 'a b');
    await press('.form .actions button');
    expect(await page.title()).toMatch(/^Error: Add a connection/);
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.id');
    await until(async () => (await focused()) === 'problem');
    const links = await page.evaluate(
      `Array.from(document.querySelectorAll('#problem a'), ({ hash }) => hash)`,
    );
    expect(links).toEqual(['#name', '#issuer', '#client_id', '#client_secret']);
    await page.focus('#problem a[href="#client_id"]');
    await page.keyboard.press('Enter');
    await until(async () => (await focused()) === 'client_id');
    if (scripts) expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('keeps its cookie from scripts, fits a phone, and loads nothing from elsewhere', async () => {
    await page.setViewport({ width: 375, height: 700 });
    await enter();
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    expect(await page.evaluate(`document.querySelector('.menu a').checkVisibility()`)).toBe(false);
    await page.focus('.menu summary');
    await page.keyboard.press('Enter');
    await press('.menu a[href$="/console/sessions"]');
    await arrived('/console/sessions', 'Sessions');
    for (const path of ['/console', '/console/sessions', '/console/signed-out']) {
      await page.goto(app.url + path);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 375]);
    }
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

/** The shipped console and the embedded provider: a link that carries the capability of a result after its `#`. */
describe('a link that attaches a result, in a real browser', () => {
  const app = given(sharedConsole);
  let browser: Browser;
  let page: Page;
  let person: TestPerson;
  let addresses: string[];
  let count = 0;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    count += 1;
    person = await addPerson(app.identity, { places: [[`org_link_${count}`, 'account-admin']] });
    page = await (await browser.createBrowserContext()).newPage();
    addresses = [];
    page.on('request', (request) => addresses.push(request.url(), JSON.stringify(request.headers())));
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
  });
  afterAll(leaveBrowser);

  async function arrived(heading: string): Promise<void> {
    // A page that is being left cannot be read.
    await until(async () => (await textOn(page, 'h1').catch(() => '')) === heading);
  }

  async function press(selector: string): Promise<void> {
    await page.focus(selector);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  }

  async function attach(): Promise<void> {
    await arrived('Attach a result');
    await press('.form .actions button');
    await arrived('Linked');
    expect(await textOn(page, '.message')).toContain('is in the list');
    expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
    await page.goto(`${app.url}/console/results/attach`);
    expect(await entered()).toBe('');
  }

  const entered = async (): Promise<string> =>
    String(await page.evaluate(`document.querySelector('#address').value`));
  const link = (capability: string): string => `${app.url}/console/results/attach#${capability}`;
  const signIn = (): Promise<void> => send(page, { email: person.email, password: person.password });

  it('keeps the capability in the tab through the sign-in, and gives it to no server but with the form', async () => {
    const { capability } = await storeResult(app, { client: 'Linked' });
    await page.goto(link(capability));
    await arrived('Sign in to attach a result');
    expect(await textOn(page, '.notice')).toContain('This tab keeps the address');
    expect(await page.evaluate(`document.querySelector('[data-without-link]').hidden`)).toBe(true);
    expect(page.url()).toBe(`${app.url}/console/results/attach`);
    addresses = [];
    await press('.notice .button');
    await signIn();
    await arrived('Attach a result');
    expect(await entered()).toBe(capability);
    expect(await textOn(page, '#from-link')).toContain('from the link');
    await attach();
    for (const each of [...addresses, app.platform.output()]) expect(each).not.toContain(capability);
  });

  it('fills in the form of a person with a session, and leaves the address', async () => {
    const { capability } = await storeResult(app, { client: 'Linked' });
    await beginSessionOn(page, app.identity, person);
    await page.goto(`${app.url}/console`);
    await arrived('Overview');
    await page.goto(link(capability));
    await arrived('Attach a result');
    expect(page.url()).toBe(`${app.url}/console/results/attach`);
    expect(await entered()).toBe(capability);
    await attach();
  });

  it('is not taken from other words after the #', async () => {
    await beginSessionOn(page, app.identity, person);
    await page.goto(`${app.url}/console`);
    await arrived('Overview');
    await page.goto(link('content'));
    await arrived('Attach a result');
    expect(await entered()).toBe('');
  });

  it('says without scripts what to do, and tells the provider nothing', async () => {
    await page.setJavaScriptEnabled(false);
    const { capability } = await storeResult(app, { client: 'Linked' });
    await page.goto(link(capability));
    await arrived('Sign in to attach a result');
    expect(await textOn(page, '[data-without-link]')).toContain('Follow the link again');
    expect(await page.evaluate(`document.querySelector('[data-with-link]').hidden`)).toBe(true);
    addresses = [];
    await press('.notice .button');
    await signIn();
    await arrived('Attach a result');
    for (const each of addresses) expect(each).not.toContain(capability);
    await page.type('#address', capability);
    await press('.form .actions button');
    await arrived('Linked');
  });
});
