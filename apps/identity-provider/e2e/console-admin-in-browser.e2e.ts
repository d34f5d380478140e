import { accessibilityFindings, given, triesEachCase, until } from '@governance/testing';
import { type Browser, type Page } from 'puppeteer';
import { ageSession } from './support/change-payload';
import { beginSessionOn, send, textOn } from './support/page-forms';
import { proveDomain } from './support/console-things';
import { addPerson, freshCode, type TestPerson } from './support/people';
import { leaveBrowser, sharedBrowser } from './support/shared-browser';
import { storeResult } from './support/stored-results';
import { sharedConsole } from './support/shared-console';

/** The shipped console and the embedded provider: an administrator at work, by keyboard. */
describe('an administrator in a real browser', () => {
  const app = given(sharedConsole);
  let browser: Browser;
  let page: Page;
  let person: TestPerson;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    page = await (await browser.createBrowserContext()).newPage();
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

  async function signIn(person: TestPerson): Promise<void> {
    await beginSessionOn(page, app.identity, person);
    await page.goto(`${app.url}/console`);
    await arrived('Overview');
  }

  /** With a second factor that is too old for a write. */
  async function signInAged(person: TestPerson): Promise<void> {
    await ageSession(app.identity, await beginSessionOn(page, app.identity, person));
    await page.goto(`${app.url}/console`);
    await arrived('Overview');
  }

  async function tokenStatus(clientId: string, secret: string): Promise<number> {
    const { status } = await fetch(`${app.identity.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: app.url }),
    });
    return status;
  }

  async function walker(
    places: readonly (readonly [string, 'account-admin' | 'viewer'])[],
  ): Promise<TestPerson> {
    person = await addPerson(app.identity, { places, mfaMaxAge: 300, app: true });
    return person;
  }

  /** The connection `con_axe`, with the domain `axe.example`. */
  async function connect(orgId: string): Promise<void> {
    const put = (path: string, body: object): Promise<unknown> =>
      app.identity.manage('PUT', `/organizations/${orgId}/${path}`, body);
    await put('connections/con_axe_password', { name: 'Email and password', type: 'database' });
    const upstream = { issuer: 'https://login.example.org', clientId: 'c', clientSecret: 's' };
    const secondFactor = { acrValues: ['x'.repeat(200)], amrValues: ['mfa'] };
    const connection = { name: 'x'.repeat(100), type: 'enterprise' };
    await put('connections/con_axe', { ...connection, upstream: { ...upstream, secondFactor } });
    await put('domains/axe.example', { connectionId: 'con_axe' });
  }

  it.each([true, false])(
    'creates a credential through the second factor, rotates and revokes it, with scripts: %s',
    async (scripts) => {
      const places = [[`org_walk_${scripts}`, 'account-admin']] as const;
      await signInAged(await walker(places));
      await page.setJavaScriptEnabled(scripts);
      await press('a[href$="/console/credentials"]');
      await press('a[href$="/credentials/new"]');
      await page.focus('#name');
      await page.keyboard.type('Nightly');
      await page.focus('input[value="m2m:credentials:read"]');
      await page.keyboard.press('Space');
      await press('.form .actions button');
      await arrived('Enter your code');
      await send(page, { code: await freshCode(person) });
      if (!scripts) {
        await arrived('Continue');
        await press('.form button');
      }
      await arrived('Credential created');
      const [clientId, secret] = [await textOn(page, '#client-id'), await textOn(page, '#secret')];
      expect(await tokenStatus(clientId, secret)).toBe(200);
      expect((await page.$('[data-copy]:not([hidden])')) !== null).toBe(scripts);

      await press('.actions a[href*="/credentials/"]');
      await arrived('Nightly');
      await page.focus('input[name="overlap"][value="3600"]');
      await page.keyboard.press('Space');
      await press('form[action$="/rotate"] button');
      await arrived('Credential rotated');
      const next = await textOn(page, '#secret');
      expect([await tokenStatus(clientId, secret), await tokenStatus(clientId, next)]).toEqual([200, 200]);

      await press('.actions a[href*="/credentials/"]');
      await press('a[href$="/revoke"]');
      await page.focus('#name');
      await page.keyboard.type('Nightly');
      await press('.danger');
      await arrived('Credentials');
      expect(await textOn(page, '.message')).toContain('was revoked');
      expect([await tokenStatus(clientId, secret), await tokenStatus(clientId, next)]).toEqual([401, 401]);
    },
  );

  it('finds pages that pass axe, light and dark, and that fit a phone and 200 % zoom', async () => {
    await signIn(await addPerson(app.identity, { places: [['org_axe', 'account-admin']] }));
    const member = await addPerson(app.identity, { places: [['org_axe', 'viewer']] });
    await connect('org_axe');
    await page.goto(`${app.url}/console/credentials/new`);
    await page.type('#name', 'x'.repeat(100));
    await page.click('input[value="m2m:credentials:read"]');
    await press('.form .actions button');
    const issued = await accessibilityFindings(page);
    expect(issued).toEqual([]);
    const links = `document.querySelector('.actions a[href*="/credentials/"]').pathname`;
    const credential = String(await page.evaluate(links));
    await page.goto(`${app.url}/console/service-identities`);
    const identityLink = `document.querySelector('.rows a[href*="/service-identities/"]').pathname`;
    const identity = String(await page.evaluate(identityLink));
    await page.goto(`${app.url}/console/trust-rules/new?preset=spiffe`);
    await page.type('#name', 'x'.repeat(100));
    await page.type('#subject', `spiffe://acme.example/${'x'.repeat(200)}`);
    await page.type('#issuer', 'https://workloads.acme.example');
    await page.click('input[value="m2m:credentials:read"]');
    await press('.form .actions button');
    const rule = new URL(page.url()).pathname;
    const { id, capability } = await storeResult(app, { client: 'x'.repeat(100), mayLaunch: false });
    await page.goto(`${app.url}/console/results/attach#${capability}`);
    await press('.form .actions button');
    const assessedLink = `document.querySelector('main a[href*="/console/clients/"]').pathname`;
    const assessed = String(await page.evaluate(assessedLink));
    await page.goto(`${app.url}/console/clients/new`);
    for (const field of ['#name', '#contact_name', '#contact_email'])
      await page.type(field, field === '#contact_email' ? `${'x'.repeat(60)}@acme.example` : 'x'.repeat(100));
    await page.type('#tags', `${'x'.repeat(40)}, gold`);
    await press('.form .actions button');
    const client = new URL(page.url()).pathname;
    await proveDomain({ app, orgId: 'org_axe' });
    await page.goto(`${app.url}/console/campaigns/new`);
    await page.type('#name', 'x'.repeat(100));
    await press('.form .actions button');
    const created = await accessibilityFindings(page);
    expect(created).toEqual([]);
    const campaignLink = `document.querySelector('main .actions a').pathname`;
    const campaign = String(await page.evaluate(campaignLink));
    const paths = [
      '/console',
      '/console/credentials',
      '/console/credentials/new',
      '/console/credentials/policy',
      credential,
      `${credential}/revoke`,
      '/console/trust-rules',
      '/console/trust-rules/new',
      '/console/trust-rules/new?preset=kubernetes',
      rule,
      ...['change', 'remove'].map((path) => `${rule}/${path}`),
      '/console/service-identities',
      identity,
      `${identity}/delete`,
      '/console/members',
      `/console/members/${member.userId}/role`,
      `/console/members/${member.userId}/remove`,
      '/console/invitations',
      '/console/invitations/new',
      '/console/connections',
      '/console/connections/new',
      ...['', '/change', '/disable', '/remove'].map((path) => `/console/connections/con_axe${path}`),
      '/console/domains/new',
      '/console/domains/axe.example',
      '/console/domains/axe.example/remove',
      '/console/clients',
      '/console/clients?search=%3F&tag=gold',
      '/console/clients/new',
      '/console/clients/import',
      ...['', '/attach', '/change', '/archive', '/delete'].map((path) => `${client}${path}`),
      assessed,
      '/console/campaigns',
      '/console/campaigns/new',
      ...['', '/close', '/delete'].map((path) => `${campaign}${path}`),
      '/console/portfolio',
      '/console/results',
      '/console/results/attach',
      `/console/results/${id}`,
      `/console/results/${id}/detach`,
      '/console/audit',
      '/console/profile',
      '/console/sessions',
      '/console/sign-out',
    ];
    for (const [index, path] of paths.entries()) {
      await page.goto(app.url + path);
      // The nightly run asks axe about each page in both ways, `npm test` in one of them, in turn.
      const turn = index % 2 === 0 ? 'dark' : 'light';
      // At 200 % zoom, a window of 1280 pixels has the width of 640.
      for (const [width, scheme] of [
        [375, 'dark'],
        [640, 'light'],
      ] as const) {
        await page.setViewport({ width, height: 700 });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        const scrolled = await page.evaluate('document.documentElement.scrollWidth');
        expect([path, width, scrolled]).toEqual([path, width, width]);
        if (triesEachCase || scheme === turn)
          expect([path, await accessibilityFindings(page)]).toEqual([path, []]);
      }
    }
  });

  it('prints in black on white, with tables and without controls, also when the screen is dark', async () => {
    await signIn(await addPerson(app.identity, { places: [['org_print', 'account-admin']] }));
    const { capability } = await storeResult(app, { client: 'Printed' });
    await page.goto(`${app.url}/console/results/attach#${capability}`);
    await press('.form .actions button');
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await page.setViewport({ width: 680, height: 700 });
    await page.emulateMediaType('print');
    for (const path of ['', '/credentials/new', '/members', '/results', '/audit', '/profile', '/sessions']) {
      await page.goto(`${app.url}/console${path}`);
      const seen = await page.evaluate(`({
        controls: Array.from(document.querySelectorAll('nav, form, button, .button')).filter((each) => each.checkVisibility()).length,
        cards: Array.from(document.querySelectorAll('.rows td')).filter((each) => getComputedStyle(each).display === 'block').length,
        ink: getComputedStyle(document.body).color,
        width: document.documentElement.scrollWidth,
      })`);
      const expected = { controls: 0, cards: 0, ink: 'rgb(0, 0, 0)', width: 680 };
      expect([path, seen]).toEqual([path, expected]);
    }
  });
});
