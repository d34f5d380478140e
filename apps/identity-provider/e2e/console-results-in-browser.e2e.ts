import { openBrowser, until } from '@governance/testing';
import { type Browser, type Page } from 'puppeteer';
import { type ConsoleApp, startConsole } from './support/console';
import { send, textOn } from './support/page-forms';
import { addPerson, type TestPerson } from './support/people';
import { storeResult } from './support/stored-results';

/** The shipped console and the embedded provider: a link that carries the capability of a result after its `#`. */
describe('a link that attaches a result, in a real browser', () => {
  let app: ConsoleApp;
  let browser: Browser;
  let page: Page;
  let person: TestPerson;
  let addresses: string[];
  let count = 0;

  beforeAll(async () => {
    app = await startConsole();
    browser = await openBrowser();
  });
  beforeEach(async () => {
    count += 1;
    person = await addPerson(app.identity, { places: [[`org_link_${count}`, 'account-admin']] });
    page = await (await browser.createBrowserContext()).newPage();
    addresses = [];
    page.on('request', (request) => addresses.push(request.url(), JSON.stringify(request.headers())));
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

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
    await page.goto(`${app.url}/console`);
    await signIn();
    await arrived('Overview');
    await page.goto(link(capability));
    await arrived('Attach a result');
    expect(page.url()).toBe(`${app.url}/console/results/attach`);
    expect(await entered()).toBe(capability);
    await attach();
  });

  it('is not taken from other words after the #', async () => {
    await page.goto(`${app.url}/console`);
    await signIn();
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
