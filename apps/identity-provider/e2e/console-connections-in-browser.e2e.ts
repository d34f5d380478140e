import { accessibilityFindings, until } from '@governance/testing';
import { type Browser, type Page } from 'puppeteer';
import { ageSession } from './support/change-payload';
import { type OwnConsole, sharedOwnConsole } from './support/own-console';
import { beginSessionOn, send, textOn } from './support/page-forms';
import { addPerson, freshCode, type TestPerson } from './support/people';
import { leaveBrowser, sharedBrowser } from './support/shared-browser';
import { serveTxtRecords, type TxtRecords } from './support/txt-records';
import { startUpstream, type TestUpstream } from './support/upstream';

/** The shipped console and the embedded provider: an administrator connects a provider, by keyboard. */
describe('a connection in a real browser', () => {
  let records: TxtRecords;
  let app: OwnConsole;
  let upstream: TestUpstream;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    app = await sharedOwnConsole();
    upstream = await startUpstream({ redirectUris: ['https://unused.example.org/'] });
    records = serveTxtRecords(app.identity);
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    upstream.answer = undefined;
    page = await (await browser.createBrowserContext()).newPage();
  });
  afterAll(async () => {
    await leaveBrowser();
    await upstream.close();
  });

  async function arrived(heading: string): Promise<void> {
    // A page that is being left cannot be read.
    await until(async () => (await textOn(page, 'h1').catch(() => '')).trim() === heading);
  }

  async function press(selector: string): Promise<void> {
    await page.focus(selector);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  }

  async function type(fields: Record<string, string>): Promise<void> {
    for (const [id, text] of Object.entries(fields)) {
      await page.focus(`#${id}`);
      await page.keyboard.type(text);
    }
  }

  /** Signs in with a second factor that is too old for a gated write. */
  async function signInAged(person: TestPerson): Promise<void> {
    await ageSession(app.identity, await beginSessionOn(page, app.identity, person));
    await page.goto(`${app.url}/console`);
    await arrived('Overview');
  }

  /** An administrator whose organization requires a second factor for a new connection. */
  async function gatedAdmin(orgId: string): Promise<TestPerson> {
    const places = [[orgId, 'account-admin']] as const;
    const person = await addPerson(app.identity, { places, mfaMaxAge: 300, app: true });
    const policy = 'INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)';
    await app.identity.stores.sql(policy, [orgId, ['connections:create']]);
    return person;
  }

  async function addConnection(person: TestPerson): Promise<void> {
    const { issuer, clientId, clientSecret } = upstream.settings;
    await press('a[href$="/console/connections"]');
    await arrived('Connections');
    await press('a[href$="/connections/new"]');
    await arrived('Add a connection');
    await type({ name: 'Acme', issuer, client_id: clientId, client_secret: clientSecret });
    await press('.form .actions button');
    await arrived('Enter your code');
    await send(page, { code: await freshCode(person) });
    // The secret was not kept, so the form is not sent at once, with scripts either.
    await arrived('Continue');
    expect(await page.content()).not.toContain(clientSecret);
    await type({ client_secret: clientSecret });
    await press('.form .actions button');
  }

  it.each([true, false])(
    'is added through the second factor, tested and enabled, and a domain is proven, with scripts: %s',
    async (scripts) => {
      const person = await gatedAdmin(`org_connect_${scripts}`);
      await signInAged(person);
      await page.setJavaScriptEnabled(scripts);
      await addConnection(person);
      await arrived('Acme Disabled');
      expect(await textOn(page, '#redirect-uri')).toMatch(/\/connections\/con_[\w-]+\/callback$/);
      expect((await page.$('[data-copy]:not([hidden])')) !== null).toBe(scripts);

      upstream.answer = (_req, res) => {
        res.writeHead(503).end();
        return true;
      };
      await press('form[action$="/test"] button');
      await arrived('Test of Acme');
      expect(await textOn(page, '.steps .ended')).toBe('Failed');
      expect(await textOn(page, '.steps')).toContain('What to do:');
      upstream.answer = undefined;
      await press('form[action$="/test"] button');
      await arrived('Test of Acme');
      expect(await textOn(page, '#result')).toContain('No problem was found');

      await press('form[action$="/test"] a');
      await press('form[action$="/enable"] button');
      await arrived('Acme');
      expect(await textOn(page, '.message')).toContain('The connection is enabled');

      const domain = `connect-${scripts}.example`;
      await press('a[href*="/domains/new?connection="]');
      await arrived('Add a domain');
      await type({ name: domain });
      await press('.form .actions button');
      await arrived(domain);
      await press('form[action$="/check"] button');
      expect(await textOn(page, '#result')).toContain('There is no TXT record with this name');
      const value = await textOn(page, '#record-value');
      records.set(await textOn(page, '#record-name'), [value]);
      await press('form[action$="/check"] button');
      expect(await textOn(page, '.message')).toContain('The domain is proven');
      expect(await textOn(page, '#state')).toBe('Proven');
      const choice = `document.querySelector('#connection_id').selectedOptions[0].textContent`;
      expect(await page.evaluate(choice)).toBe('Acme');
    },
  );

  it('finds results of a test and a check that pass axe, light and dark, and fit a phone', async () => {
    const person = await addPerson(app.identity, { places: [['org_results', 'account-admin']] });
    await beginSessionOn(page, app.identity, person);
    await page.goto(`${app.url}/console`);
    await arrived('Overview');
    await page.goto(`${app.url}/console/connections/new`);
    const { issuer, clientId, clientSecret } = upstream.settings;
    await type({ name: 'x'.repeat(100), issuer, client_id: clientId, client_secret: clientSecret });
    await press('.form .actions button');
    upstream.answer = (req) => {
      req.socket.destroy();
      return true;
    };
    await press('form[action$="/test"] button');
    await accessible();
    await page.goto(`${app.url}/console/domains/new`);
    await type({ name: `${'y'.repeat(63)}.example` });
    await press('.form .actions button');
    await press('form[action$="/check"] button');
    await accessible();
  });

  async function accessible(): Promise<void> {
    for (const scheme of ['light', 'dark']) {
      await page.setViewport({ width: 375, height: 700 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      expect([page.url(), await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
        page.url(),
        375,
      ]);
      expect([page.url(), await accessibilityFindings(page)]).toEqual([page.url(), []]);
    }
  }
});
