import { fullWidth } from '@governance/testing';
import { decodeJwt } from 'jose';
import { type Browser, type CDPSession, type Page } from 'puppeteer';
import { startCallback, TestApplication } from './support/applications';
import { claimsNamespace } from './support/identity-server';
import { authenticator } from './support/passkey-app';
import { addPerson, freshCode, type TestPerson } from './support/people';
import { send, textOn } from './support/page-forms';
import { givenApp } from './support/shared-app';
import { leaveBrowser, sharedBrowser } from './support/shared-browser';

const acr = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

describe('passkeys in a real browser', () => {
  const { identity } = givenApp();
  let browser: Browser;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(leaveBrowser);

  async function newPage(): Promise<{ page: Page; devtools: CDPSession; authenticatorId: string }> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    const devtools = await page.createCDPSession();
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: authenticator,
    });
    return { page, devtools, authenticatorId };
  }

  /** A sign-in to an application, from its request to its tokens. */
  async function signIn(
    page: Page,
    walk: () => Promise<void>,
    parameters: Record<string, string> = {},
  ): Promise<Record<string, unknown>> {
    const application = await startCallback();
    const client = await TestApplication.open(identity, { redirectUri: application.redirectUri });
    const { url, tokens } = await client.authorization(parameters);
    await page.goto(url.href);
    await walk();
    const { access_token: token } = await tokens(await application.called);
    application.close();
    return decodeJwt(token);
  }

  const sendPassword = (page: Page, { email, password }: TestPerson): Promise<void> =>
    send(page, { email: fullWidth(email), password });

  const usable = 'form[data-passkey]:not([hidden])';

  /** The new passkey applies from the next sign-in. */
  async function signInAgain(page: Page, { password }: TestPerson): Promise<void> {
    await send(page, { password });
    await page.waitForSelector(usable);
    await page.click(`${usable} button`);
  }

  it('are chosen at the first set-up, sign in later, and step up', async () => {
    const person = await addPerson(identity, { mfaMaxAge: 300, places: [['org_strict', 'viewer']] });
    const { page } = await newPage();
    const first = await signIn(page, async () => {
      await sendPassword(page, person);
      await page.waitForSelector(usable);
      expect(await textOn(page, '#with-passkey')).toBe('A passkey');
      await send(page, { name: 'This laptop' }, `${usable} button`);
      expect(await textOn(page, 'h1')).toBe('Save your recovery codes');
      await send(page, {});
      await signInAgain(page, person);
    });
    const namespace = (name: string): string => claimsNamespace + name;
    expect(first[namespace('mfa_at')]).toBe(first.auth_time);
    const second = await signIn(
      page,
      async () => {
        await sendPassword(page, person);
        await page.waitForSelector(usable);
        expect(await textOn(page, 'h1')).toBe('Use your passkey');
        expect(await textOn(page, '.colophon')).toContain('This page runs one script, for passkeys');
        await page.click(`${usable} button`);
      },
      { prompt: 'login consent' },
    );
    expect(second[namespace('mfa_at')]).toBeGreaterThanOrEqual(Number(first.auth_time));
    const stepped = await signIn(
      page,
      async () => {
        await page.waitForSelector(usable);
        await Promise.all([page.waitForNavigation(), page.click(`${usable} button`)]);
        await page.waitForSelector('form[action$="/consent"] button');
        await page.click('form[action$="/consent"] button');
      },
      { acr_values: acr, prompt: '' },
    );
    expect(stepped[namespace('mfa_at')]).toBeGreaterThanOrEqual(Number(second.auth_time));
    await page.browserContext().close();
  });

  it('are added and removed on the account page, and the same key is not added twice', async () => {
    const person = await addPerson(identity, { app: true });
    const { page } = await newPage();
    await page.goto(`${identity.issuer}/account/passkeys`);
    await sendPassword(page, person);
    await send(page, { code: await freshCode(person) });
    await page.waitForSelector(usable);
    await send(page, { name: 'This laptop' }, `${usable} button`);
    expect(await textOn(page, '.listed .name')).toBe('This laptop');
    await page.waitForSelector(usable);
    await page.type('#name', 'Again');
    await page.click(`${usable} button`);
    await page.waitForSelector('[data-passkey-failed]:not([hidden])');
    expect(await textOn(page, '[data-passkey-failed]')).toBe(
      'This device or key already has a passkey for this account.',
    );
    await Promise.all([page.waitForNavigation(), page.click('.listed button')]);
    expect(await page.$('.listed')).toBeNull();
    await page.browserContext().close();
  });

  it('report a user who is not verified, and let the user try again', async () => {
    const person = await addPerson(identity, { mfaMaxAge: 300, places: [['org_strict', 'viewer']] });
    const { page, devtools, authenticatorId } = await newPage();
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await signIn(page, async () => {
      await sendPassword(page, person);
      await page.waitForSelector(usable);
      await page.type('#name', 'This laptop');
      await page.click(`${usable} button`);
      await page.waitForSelector('[data-passkey-failed]:not([hidden])');
      expect(await textOn(page, '[data-passkey-failed]')).toBe('No passkey was used. Try again.');
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
      await Promise.all([page.waitForNavigation(), page.click(`${usable} button`)]);
      await send(page, {});
      await signInAgain(page, person);
    });
    await page.browserContext().close();
  });

  it('without scripts give way to the code of the app, at the set-up and at the sign-in', async () => {
    const person = await addPerson(identity, { app: true });
    const { page } = await newPage();
    await page.goto(`${identity.issuer}/account/passkeys`);
    await sendPassword(page, person);
    await send(page, { code: await freshCode(person) });
    await page.waitForSelector(usable);
    await send(page, { name: 'This laptop' }, `${usable} button`);
    await page.browserContext().close();
    const { page: plain } = await newPage();
    await plain.setJavaScriptEnabled(false);
    const claims = await signIn(plain, async () => {
      await sendPassword(plain, person);
      expect(await plain.$(usable)).toBeNull();
      expect(await textOn(plain, '[data-passkey-missing]')).toContain('with JavaScript enabled');
      await Promise.all([plain.waitForNavigation(), plain.click('a[href$="?with=app"]')]);
      expect(await textOn(plain, '.colophon')).toContain('This page runs no scripts');
      await send(plain, { code: await freshCode(person) });
    });
    expect(claims).toHaveProperty([`${claimsNamespace}mfa_at`]);
    await plain.browserContext().close();
  });

  it('load nothing that the policy of the page blocks', () => {
    expect(complaints.filter((text) => !text.includes('the server responded with a status of'))).toEqual([]);
  });
});
