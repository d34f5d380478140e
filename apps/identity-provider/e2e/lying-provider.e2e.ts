import { given } from '@governance/testing';
import { decodeJwt } from 'jose';
import { randomUUID } from 'node:crypto';
import { fromBase32 } from '../src/second-factor/base32';
import { type TestApplication } from './support/applications';
import { EnterpriseHarness, personaOf } from './support/enterprise';
import { type IdentityApp } from './support/identity-app';
import { invite } from './support/invitations';
import { addPerson, freshCode, password, signIn, type TestPerson } from './support/people';
import { type BrowserPage, PersonBrowser } from './support/person-browser';

const notLinked = 'Your organization account is not linked to an account here';

/** Acme controls every assertion of its provider. Its victim is a member of Globex. */
describe('a provider that lies', () => {
  const acme = given(() => EnterpriseHarness.open());
  let globex: EnterpriseHarness;
  let identity: IdentityApp;
  let application: TestApplication;

  beforeAll(async () => {
    globex = await acme.openGlobex();
    ({ identity, application } = acme);
  });
  beforeEach(async () => {
    await acme.reset();
    await globex.reset();
    const passwords = { name: 'Passwords', type: 'database' };
    await identity.manage('PUT', '/organizations/org_globex/connections/con_globex', passwords);
  });
  afterAll(async () => {
    await globex.upstream.close();
    await acme.close();
  });

  async function victimOfGlobex(): Promise<TestPerson> {
    return addPerson(identity, { places: [['org_globex', 'account-admin']] });
  }
  async function subOf(tokens: Promise<{ readonly access_token: string }>): Promise<string> {
    const { sub, org_id: orgId } = decodeJwt((await tokens).access_token);
    return `${String(sub)} in ${String(orgId)}`;
  }
  async function subByPassword(person: TestPerson, browser = newBrowser()): Promise<string> {
    return subOf(application.signIn(browser, () => signIn(browser, person)));
  }
  const newBrowser = (): PersonBrowser => new PersonBrowser(identity.issuer);

  /** Acme requires a second factor, and a user of its provider sets one up. */
  async function enrolAtAcme(): Promise<BrowserPage> {
    await acme.reset({ mfaMaxAge: 300 });
    const browser = await acme.begin();
    await acme.goByOrganization(browser);
    expect(browser.page?.text).toContain('to set up a second factor');
    const page = await acme.goThrough(browser);
    expect(page.heading).toBe('Set up a second factor');
    const key = /class="code key">([^<]*)</.exec(page.html)?.[1] ?? '';
    const secret = fromBase32(key.replaceAll(' ', ''));
    const code = await freshCode({ userId: randomUUID(), email: '', password: '', secret });
    return browser.submit('/enrol', { code });
  }

  it('opens an account of its own when it asserts the address of a member elsewhere § 10.6af', async () => {
    const victim = await victimOfGlobex();
    const before = await identity.manage('GET', `/users/${victim.userId}`);
    await acme.join(victim.email);
    const sub = await subOf(acme.signIn());
    expect(sub).toMatch(/^user_[\w-]+ in org_acme$/);
    expect(sub).not.toContain(victim.userId);
    expect(await subOf(acme.signIn({ organization: 'org_globex' }))).toBe(sub);
    expect(await subByPassword(victim)).toBe(`${victim.userId} in org_globex`);
    expect((await identity.manage('GET', `/users/${victim.userId}`)).body).toEqual(before.body);
  });

  it('opens an account of its own when it asserts the subject of another connection § V6.8.1', async () => {
    const email = await globex.join(undefined, { persona: { sub: 'victim' }, role: 'account-admin' });
    const victim = await subOf(globex.signIn());
    await acme.join(email, { persona: { sub: 'victim' } });
    const attacker = await subOf(acme.signIn());
    expect(attacker).toMatch(/ in org_acme$/);
    expect(attacker.split(' ', 1)).not.toEqual(victim.split(' ', 1));
    expect(await subOf(acme.signIn({ organization: 'org_globex' }))).toBe(attacker);
    expect(await subOf(globex.signIn())).toBe(victim);
  });

  it('sets up a second factor for its own account only', async () => {
    const victim = await victimOfGlobex();
    await globex.reset();
    const email = await globex.join(undefined, { persona: { sub: 'other victim' } });
    for (const address of [victim.email, email]) {
      await acme.reset();
      await acme.join(address);
      expect((await enrolAtAcme()).heading).toBe('Save your recovery codes');
    }
    expect(await subByPassword(victim)).toBe(`${victim.userId} in org_globex`);
    expect(await subOf(globex.signIn())).toMatch(/ in org_globex$/);
    const browser = await acme.begin();
    expect((await acme.goByOrganization(browser)).heading).toBe('Enter your code');
  });

  it('cannot reserve an address before its owner joins', async () => {
    const email = await acme.join();
    expect((await enrolAtAcme()).heading).toBe('Save your recovery codes');
    const invitation = await invite(identity, { orgId: 'org_globex', email, connectionId: 'con_globex' });
    const browser = await acme.accept(invitation.link);
    expect(browser.page?.heading).toBe('Set up your account');
    const page = await browser.submit('/new-password', { name: 'Victim', password, repeated: password });
    expect(page.heading).toBe('You have joined Globex MSP');
    const victim = { userId: '', email, password, secret: undefined };
    expect(await subByPassword(victim)).toMatch(/ in org_globex$/);
  });

  it('keeps the account of a subject when it asserts another address later', async () => {
    const victim = await victimOfGlobex();
    await acme.join(undefined, { persona: { sub: 'changing' } });
    const own = await subOf(acme.signIn());
    acme.upstream.persona = personaOf(victim.email, { sub: 'changing' });
    expect(await subOf(acme.signIn({ organization: 'org_globex' }))).toBe(own);
    expect(await subByPassword(victim)).toBe(`${victim.userId} in org_globex`);
    const { body } = await identity.manage('GET', `/users?email=${victim.email}`);
    expect(body.users).toEqual([expect.objectContaining({ id: victim.userId, name: 'Assessor' })]);
  });

  it('does not reach an account by address when it changes the subject', async () => {
    const victim = await victimOfGlobex();
    await acme.join(victim.email);
    acme.upstream.persona = personaOf(victim.email, { sub: 'another' });
    const browser = await acme.begin();
    expect((await acme.goByOrganization(browser)).text).toContain(notLinked);
    const again = await invite(identity, { email: victim.email, connectionId: 'con_acme_sso' });
    const invited = await acme.accept(again.link);
    expect((await acme.goThrough(invited)).heading).toBe('You have joined Acme MSP');
    expect(await subOf(acme.signIn())).not.toContain(victim.userId);
    expect(await subByPassword(victim)).toBe(`${victim.userId} in org_globex`);
  });

  it('accepts no invitation of another organization', async () => {
    const victim = await victimOfGlobex();
    const { link } = await invite(identity, { orgId: 'org_globex', email: victim.email });
    const browser = await acme.accept(link);
    acme.upstream.persona = personaOf(victim.email);
    const asked = acme.upstream.requests.length;
    const page = await browser.submit('/connection', { connection: 'con_acme_sso' });
    expect([page.status, page.text.includes('This sign-in method is not available')]).toEqual([422, true]);
    expect(acme.upstream.requests).toHaveLength(asked);
  });

  it('shares no session with the account of the victim in one browser', async () => {
    const victim = await victimOfGlobex();
    await acme.join(victim.email);
    const browser = newBrowser();
    const own = await application.signIn(browser, () => signIn(browser, victim));
    const foreign = await subOf(acme.signIn({ prompt: 'login consent' }, browser));
    expect(foreign).toMatch(/ in org_acme$/);
    expect(foreign).not.toContain(victim.userId);
    // The session is now that of the connection, and gives no other access.
    const again = application.signIn(browser, () => browser.submit('/consent'), {
      organization: 'org_globex',
    });
    expect(await subOf(again)).toBe(foreign);
    expect(await subOf(application.refresh(own.refresh_token))).toBe(`${victim.userId} in org_globex`);
  });

  it('cannot use a pending sign-in of the victim in the same browser', async () => {
    const victim = await victimOfGlobex();
    await acme.join(victim.email);
    const browser = newBrowser();
    const first = await application.authorization();
    await browser.open(first.url);
    const { page } = browser;
    const foreign = await subOf(acme.signIn({}, browser));
    browser.page = page;
    expect((await signIn(browser, victim)).heading).toBe('This sign-in has ended');
    expect(foreign).toMatch(/ in org_acme$/);
    expect(foreign).not.toContain(victim.userId);
    const again = application.signIn(browser, () => signIn(browser, victim), { prompt: 'login consent' });
    expect(await subOf(again)).toBe(`${victim.userId} in org_globex`);
  });
});
