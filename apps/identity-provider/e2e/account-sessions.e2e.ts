import { given } from '@governance/testing';
import { allScopes, TestApplication } from './support/applications';
import { beginSession, changeSession, openAccount } from './support/change-payload';
import { addPerson, freshCode, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { givenApp } from './support/shared-app';

const path = '/account/sessions';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

describe('the devices and programs on the account pages', () => {
  const { identity, inbox } = givenApp();
  const application = given(() => TestApplication.open(identity));

  const open = (person: TestPerson, page = path): Promise<PersonBrowser> =>
    openAccount(identity, person, page);

  /** The ids of the entries that can be signed out, in the order of the page. */
  const entries = ({ page }: PersonBrowser): string[] =>
    [...(page?.html ?? '').matchAll(/name="access" value="([\da-f]+)"/g)].map(([, id = '']) => id);

  const end = async (browser: PersonBrowser, access: string): Promise<void> => {
    const { csrf = '' } = browser.formTo(`${path}/end-others`).fields;
    await browser.post(`${path}/end`, { csrf, access });
  };

  it('are listed with name and date, and signed out one by one, which is mailed § V7.5.2', async () => {
    const person = await addPerson(identity, { app: true });
    const device = new PersonBrowser(identity.issuer);
    device.userAgent = firefox;
    const { refresh_token: token } = await application.enter(await beginSession(identity, person, device));
    const kept = await application.refresh(token);
    const browser = await open(person);
    expect(browser.page?.text).toMatch(/\(this browser\) Signed in on \d+ \w+ \d{4}\./);
    expect(browser.page?.text).toContain('Firefox on Linux Signed in on');
    expect(browser.page?.text).toMatch(/Governance command line Signed in on .* Last used on/);
    const [session = '', program = '', ...others] = entries(browser);
    expect(others).toEqual([]);

    await end(browser, program);
    await expect(application.refresh(kept.refresh_token)).rejects.toThrow();
    expect((await device.open('/account')).heading).toBe('Assessor');
    expect(entries(browser)).toEqual([session]);
    await end(browser, session);
    expect((await device.open('/account')).heading).toBe('Sign in');
    expect(browser.page?.text).toContain('No program is signed in.');
    expect((await inbox.waitForMail(person.email)).subject).toBe(
      'A browser or program was signed out of your account',
    );
  });

  it('are signed out all at once, with their access tokens, except this browser § V7.4.3', async () => {
    const person = await addPerson(identity);
    const device = new PersonBrowser(identity.issuer);
    const tokens = await application.enter(await beginSession(identity, person, device));
    const browser = await open(person);
    const page = await browser.submit(`${path}/end-others`);
    expect([page.url.pathname, entries(browser)]).toEqual([path, []]);
    expect(page.text).not.toContain('Sign out all except this browser');
    expect((await device.open('/account')).heading).toBe('Sign in');
    await expect(application.refresh(tokens.refresh_token)).rejects.toThrow();
    const ends = await identity.stores.sql('SELECT FROM identity.session_ends WHERE user_id = $1', [
      person.userId,
    ]);
    expect(ends).toHaveLength(1);
  });

  it('belong to one account: those of others stay', async () => {
    const [owner, thief] = [await addPerson(identity), await addPerson(identity)];
    const device = await open(owner);
    const other = await open(owner);
    const [id = ''] = entries(other);
    const browser = await open(thief);
    await open(thief, '/account');
    await browser.open(path);
    for (const access of [id, '', 'x', `${id}00`]) await end(browser, access);
    expect((await device.open('/account')).heading).toBe('Assessor');
  });

  it('do not show tokens that end with the session of a browser', async () => {
    const person = await addPerson(identity);
    const device = new PersonBrowser(identity.issuer);
    const scope = allScopes.replace('offline_access ', '');
    const tokens = await application.enter(await beginSession(identity, person, device), { scope });
    const browser = await open(person);
    expect(entries(browser)).toHaveLength(1);
    await end(browser, entries(browser)[0] ?? '');
    await expect(application.refresh(tokens.refresh_token)).rejects.toThrow();
  });

  it('need a recent sign-in, before the page and when a form is sent § V7.5.1', async () => {
    const person = await addPerson(identity, { app: true });
    const browser = await open(person);
    await changeSession(identity, browser, { loginTs: Math.floor(Date.now() / 1000) - 600 });
    expect((await browser.post(`${path}/end-others`, { csrf: 'forged' })).heading).toBe('Enter your code');
    const back = await browser.submit('/code', { code: await freshCode(person) });
    expect(back.url.pathname).toBe(path);
    expect((await browser.post(`${path}/end-others`, { csrf: 'forged' })).status).toBe(403);
  });
});
