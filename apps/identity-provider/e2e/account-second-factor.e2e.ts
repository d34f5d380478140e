import { AuthenticatorApp, given } from '@governance/testing';
import { fromBase32 } from '../src/second-factor/base32';
import { newRecoveryCodes } from '../src/second-factor/recovery-codes.store';
import { PeopleStores } from '../src/stores/people-stores';
import { TestApplication } from './support/applications';
import { beginSession, changeSession, openAccount } from './support/change-payload';
import { addPerson, freshCode, moveToConnection, type TestPerson } from './support/people';
import { type BrowserPage, PersonBrowser } from './support/person-browser';
import { givenApp } from './support/shared-app';

const path = '/account/authenticator';

describe('the second factor on the account pages', () => {
  const { identity, inbox } = givenApp();
  const application = given(() => TestApplication.open(identity));

  beforeEach(() => identity.stores.sql('TRUNCATE identity.guesses').then(() => undefined));

  const people = (): PeopleStores => identity.get(PeopleStores);

  const open = (person: TestPerson, page = path): Promise<PersonBrowser> =>
    openAccount(identity, person, page);

  /** The app that the page sets up. */
  function appOn(page: BrowserPage | undefined): AuthenticatorApp {
    const key = /class="code key">([A-Z2-7 ]+)</.exec(page?.html ?? '')?.[1] ?? '';
    const secret = fromBase32(key.replaceAll(' ', ''));
    if (!secret) throw new Error(`no key on: ${page?.text ?? ''}`);
    return new AuthenticatorApp(secret);
  }

  const codesOn = ({ html }: BrowserPage): string[] =>
    [...html.matchAll(/class="code">([^<]+)</g)].map(([, code = '']) => code);

  it('replace the app: the earlier codes, other sessions and refresh tokens end, and the owner is told § V6.4.4 V7.4.3', async () => {
    const person = await addPerson(identity, { app: true });
    const device = new PersonBrowser(identity.issuer);
    const tokens = await application.enter(await beginSession(identity, person, device));
    const browser = await open(person);
    expect(browser.page?.heading).toBe('Replace your authenticator app');
    const app = appOn(browser.page);
    const done = await browser.submit(path, { code: await app.nextCode() });
    expect([done.status, done.heading]).toEqual([200, 'Your authenticator app is set up']);

    expect((await browser.open('/account')).heading).toBe('Assessor');
    expect((await device.open('/account')).heading).toBe('Sign in');
    await expect(application.refresh(tokens.refresh_token)).rejects.toThrow();
    await device.submit('/password', { email: person.email, password: person.password });
    expect((await device.submit('/code', { code: await freshCode(person) })).status).toBe(422);
    expect((await device.submit('/code', { code: await app.nextCode() })).heading).toBe('Assessor');
    const notice = await inbox.waitForMail(person.email);
    expect(notice.subject).toBe('Your authenticator app was replaced');
  });

  it('refuse a wrong code, and keep the key of the page', async () => {
    const person = await addPerson(identity, { app: true });
    const browser = await open(person);
    const key = /class="code key">([^<]+)</;
    const shown = key.exec(browser.page?.html ?? '')?.[1];
    const wrong = await browser.submit(path, { code: '000000' });
    expect([wrong.status, key.exec(wrong.html)?.[1]]).toEqual([422, shown]);
    expect(wrong.text).toContain('The code is incorrect.');
    expect(await people().authenticators.accept(person.userId, await freshCode(person), new Date())).toBe(
      true,
    );
  });

  it('refuse the key of another session', async () => {
    const [thief, owner] = [await open(await addPerson(identity)), await open(await addPerson(identity))];
    const { sealed = '' } = thief.formTo(path).fields;
    const code = await appOn(thief.page).nextCode();
    const again = await owner.submit(path, { sealed, code });
    expect([again.status, again.heading]).toEqual([200, 'Set up an authenticator app']);
  });

  it('set up a first app with recovery codes for a user without a second factor', async () => {
    const person = await addPerson(identity);
    const browser = await open(person);
    expect(browser.page?.heading).toBe('Set up an authenticator app');
    const codes = await browser.submit(path, { code: await appOn(browser.page).nextCode() });
    expect(codes.heading).toBe('Save your recovery codes');
    expect(codesOn(codes)).toHaveLength(10);
    expect(await people().recoveryCodes.accept(person.userId, codesOn(codes)[0] ?? '')).toBe(true);
  });

  it('create new recovery codes: the earlier ones no longer work, and the owner is told', async () => {
    const person = await addPerson(identity, { app: true });
    const earlier = newRecoveryCodes();
    await people().recoveryCodes.replace(person.userId, earlier);
    const browser = await open(person, '/account/recovery-codes');
    // Opening the page changes nothing.
    expect(await people().recoveryCodes.accept(person.userId, earlier[0] ?? '')).toBe(true);
    const page = await browser.submit('/account/recovery-codes');
    expect(codesOn(page)).toHaveLength(10);
    expect(await people().recoveryCodes.accept(person.userId, earlier[1] ?? '')).toBe(false);
    expect(await people().recoveryCodes.accept(person.userId, codesOn(page)[3] ?? '')).toBe(true);
    expect((await inbox.waitForMail(person.email)).subject).toBe('Your account has new recovery codes');
  });

  it.each([path, '/account/recovery-codes'])(
    'need a fresh second factor at %s, before the page and when a form is sent § V7.5.1',
    async (page) => {
      const person = await addPerson(identity, { app: true });
      const browser = await open(person, page);
      await changeSession(identity, browser, { loginTs: Math.floor(Date.now() / 1000) - 600 });
      const late = await browser.submit(page, { code: '123456' });
      expect(late.heading).toBe('Enter your code');
      const back = await browser.submit('/code', { code: await freshCode(person) });
      expect(back.url.pathname).toBe(page);
      expect((await browser.post(page, { csrf: 'forged' })).status).toBe(403);
    },
  );

  it('are not for users whose organization shows the second factor', async () => {
    const person = await addPerson(identity, { places: [['org_factor', 'viewer']] });
    const browser = await open(person, '/account');
    const secondFactor = { acrValues: ['mfa'], amrValues: [] };
    await moveToConnection(identity, person, {
      orgId: 'org_factor',
      id: 'con_factor',
      name: 'SSO',
      secondFactor,
    });
    await changeSession(identity, browser, { amr: ['connection:con_factor'] });
    for (const page of [path, '/account/recovery-codes'])
      expect((await browser.open(page)).heading).toBe('Your organization manages your second factor');
  });
});
