import { given } from '@governance/testing';
import { PeopleStores } from '../src/stores/people-stores';
import { budgets } from '../src/guesses/attempts.store';
import { TestApplication } from './support/applications';
import { beginSession, changeSession, openAccount } from './support/change-payload';
import { addPerson, freshCode, moveToConnection, password, signIn, type TestPerson } from './support/people';
import { type BrowserPage, PersonBrowser } from './support/person-browser';
import { givenApp } from './support/shared-app';

const newPassword = 'another long password of the tests';
const change = { current: password, password: newPassword, repeated: newPassword };

describe('the account pages', () => {
  const { identity, inbox } = givenApp();
  const application = given(() => TestApplication.open(identity));

  beforeEach(() => identity.stores.sql('TRUNCATE identity.guesses').then(() => undefined));

  /** A browser in which the user has signed in to the account pages. */
  const open = (person: TestPerson, path = '/account'): Promise<PersonBrowser> =>
    openAccount(identity, person, path);

  /** The same, by the sign-in for which the page asks: it makes the browser known. */
  async function signedIn(person: TestPerson, path = '/account'): Promise<PersonBrowser> {
    const browser = new PersonBrowser(identity.issuer);
    await browser.open(path);
    await signIn(browser, person);
    return browser;
  }

  const submit = (browser: PersonBrowser, fields: Record<string, string> = change): Promise<BrowserPage> =>
    browser.submit('/account/password', fields);

  /** As if the user had signed in ten minutes ago. */
  const age = (browser: PersonBrowser): Promise<void> =>
    changeSession(identity, browser, { loginTs: Math.floor(Date.now() / 1000) - 600 });

  it('ask for a sign-in first, and show the account of the user § V7.4.4', async () => {
    const person = await addPerson(identity, { app: true });
    const browser = new PersonBrowser(identity.issuer);
    expect((await browser.open('/account')).heading).toBe('Sign in');
    const page = await signIn(browser, person);
    expect([page.url.pathname, page.status]).toEqual(['/account', 200]);
    for (const fact of ['Assessor', person.email, 'Authenticator app', 'Change the password'])
      expect(page.text).toContain(fact);
    expect(page.html).toContain('href="/session/end"');
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('let members of several organizations in without a choice, and users without a membership not', async () => {
    const places = [
      ['org_acme', 'viewer'],
      ['org_globex', 'viewer'],
    ] as const;
    const several = await signedIn(await addPerson(identity, { places }));
    expect(several.page?.heading).toBe('Assessor');
    const none = await signedIn(await addPerson(identity, { places: [] }));
    expect(none.page?.heading).toBe('You have no access to an organization');
    const cancelled = await none.submit('/cancel');
    expect([cancelled.status, cancelled.heading]).toEqual([403, 'You are not signed in']);
  });

  it('change the password: other sessions and refresh tokens end, this session stays, the owner is told § V6.2.2 V7.4.3', async () => {
    const person = await addPerson(identity, { app: true });
    const device = new PersonBrowser(identity.issuer);
    const tokens = await application.enter(await beginSession(identity, person, device));
    const browser = await open(person, '/account/password');
    expect(browser.page?.heading).toBe('Change your password');
    const done = await submit(browser);
    expect([done.status, done.heading]).toEqual([200, 'Your password is changed']);

    expect((await browser.open('/account')).heading).toBe('Assessor');
    expect((await device.open('/account')).heading).toBe('Sign in');
    await expect(application.refresh(tokens.refresh_token)).rejects.toThrow();
    const old = await device.submit('/password', { email: person.email, password });
    expect(old.status).toBe(422);
    const factor = await device.submit('/password', { email: person.email, password: newPassword });
    expect(factor.heading).toBe('Enter your code');
    const notice = await inbox.waitForMail(person.email);
    expect(notice.subject).toBe('Your password was changed');
    expect(notice.text).not.toContain(newPassword);
  });

  it('require the current password, and rules for the new one § V6.2.1 V6.2.3', async () => {
    const browser = await open(await addPerson(identity), '/account/password');
    for (const [fields, problem] of [
      [{ ...change, current: 'not the current password' }, 'The current password is incorrect.'],
      [{ ...change, current: '' }, 'The current password is incorrect.'],
      [{ ...change, repeated: 'different' }, 'The passwords do not match.'],
      [{ ...change, password: 'short', repeated: 'short' }, 'must have 15 to 256 characters'],
      [{ current: password, password, repeated: password }, 'Choose a password other than the current one.'],
    ] as const) {
      const { status, text } = await submit(browser, fields);
      expect([status, text]).toEqual([422, expect.stringContaining(problem) as string]);
    }
    expect((await submit(browser)).status).toBe(200);
  });

  it('charge guesses of the current password to the budgets of sign-in', async () => {
    const person = await addPerson(identity);
    const browser = await signedIn(person, '/account/password');
    const wrong = { ...change, current: 'not the current password' };
    const cookie = browser.cookies.get('known-browser')?.value ?? '';
    const known = Buffer.from(cookie, 'base64url').toString('base64url', 0, 16);
    // All but one, without the slow check of a password.
    for (let times = 1; times < budgets['known-browser'].burst; times += 1) {
      const attempt = { kind: 'known-browser', of: `${person.userId} ${known}` } as const;
      expect(await identity.get(PeopleStores).attempts.begin(attempt)).toBe(0);
    }
    expect((await submit(browser, wrong)).status).toBe(422);
    const { status, text, headers } = await submit(browser);
    expect([status, text]).toEqual([429, expect.stringContaining('Too many attempts') as string]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await identity.get(PeopleStores).passwords.matches(person.userId, password)).toBe(true);
  });

  it('require a fresh second factor from a user who has one, before the form and when it is sent § V7.5.1', async () => {
    const person = await addPerson(identity, { app: true });
    const browser = await open(person, '/account/password');
    await age(browser);
    const late = await submit(browser);
    expect(late.heading).toBe('Enter your code');
    expect(await identity.get(PeopleStores).passwords.matches(person.userId, password)).toBe(true);
    const form = await browser.submit('/code', { code: await freshCode(person) });
    expect([form.url.pathname, form.heading]).toEqual(['/account/password', 'Change your password']);
    expect((await submit(browser)).status).toBe(200);
  });

  it('have no password form for an account of a connection', async () => {
    const person = await addPerson(identity);
    const browser = await open(person);
    await moveToConnection(identity, person);
    // The session is by password, which is no longer the account's way to sign in.
    expect((await browser.open('/account')).heading).toBe('Sign in');
    await changeSession(identity, browser, { amr: ['connection:con_1'] });
    expect((await browser.open('/account')).text).toContain('Through your organization');
    const form = await browser.open('/account/password');
    expect([form.status, form.heading]).toEqual([404, 'This account has no password']);
  });

  it('refuse a form without the secret of this session § V3.5.1', async () => {
    const [browser, other] = [
      await open(await addPerson(identity), '/account/password'),
      await open(await addPerson(identity), '/account/password'),
    ];
    const { csrf = '' } = other.formTo('/account/password').fields;
    for (const forged of [{}, { csrf: 'x' }, { csrf }])
      expect((await browser.post('/account/password', { ...change, ...forged })).status).toBe(403);
    const anonymous = new PersonBrowser(identity.issuer);
    expect((await anonymous.post('/account/password', { ...change, csrf })).heading).toBe('Sign in');
  });
});
