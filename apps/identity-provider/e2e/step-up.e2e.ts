import { fullWidth, given } from '@governance/testing';
import { decodeJwt } from 'jose';
import { beginSession, changePayload } from './support/change-payload';
import { TestApplication } from './support/applications';
import { claimsNamespace } from './support/identity-server';
import { addPerson, freshCode, signIn } from './support/people';
import { type BrowserPage, PersonBrowser } from './support/person-browser';
import { fromBase32 } from '../src/second-factor/base32';
import { totpCode, totpStep } from '../src/second-factor/totp';
import { givenApp } from './support/shared-app';

const acr = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';
const mfaAt = `${claimsNamespace}mfa_at`;

describe('the second factor', () => {
  const { identity } = givenApp();
  const application = given(() => TestApplication.open(identity));
  let browser: PersonBrowser;

  beforeEach(() => {
    browser = new PersonBrowser(identity.issuer);
  });

  const open = async (parameters: Record<string, string> = {}): Promise<BrowserPage> =>
    browser.open((await application.authorization(parameters)).url);

  /** Makes the session old, by default of an hour more. */
  async function ageSession(signedInAt = (before: number): number => before - 3600): Promise<void> {
    const id = browser.cookies.get('session')?.value ?? '';
    await changePayload(identity, {
      kind: 'Session',
      id,
      change: (session) => ({ ...session, loginTs: signedInAt(Number(session.loginTs)) }),
    });
  }

  it('is requested again by acr_values, alone and in the same organization, and the token names its time § core-15.1b', async () => {
    const places = [
      ['org_one', 'account-admin'],
      ['org_two', 'account-admin'],
    ] as const;
    const person = await addPerson(identity, { app: true, places });
    const first = await application.signIn(browser, async () => {
      await signIn(browser, person);
      return browser.submit('/organization', { organization: 'org_two' });
    });
    await ageSession();
    const stale = await application.signIn(browser, () => browser.submit('/consent'));
    const before = Number(decodeJwt(first.access_token)[mfaAt]);
    expect(decodeJwt(stale.access_token)[mfaAt]).toBe(before - 3600);
    const asked = { acr_values: acr, prompt: '' };
    const stepped = await application.signIn(
      browser,
      async () => {
        expect(browser.page?.heading).toBe('Enter your code');
        await browser.submit('/code', { code: await freshCode(person) });
        return browser.submit('/consent');
      },
      asked,
    );
    expect(decodeJwt(stepped.access_token)).toMatchObject({ org_id: 'org_two' });
    expect(Number(decodeJwt(stepped.access_token)[mfaAt])).toBeGreaterThanOrEqual(before);
    expect(stepped.claims()).toMatchObject({ acr });
  });

  it('is requested by max_age when it is older, and not when it is younger § core-3.1.2.1f core-15.1b V7.3.2', async () => {
    const person = await addPerson(identity, { app: true });
    await application.enter(await beginSession(identity, person, browser));
    expect((await open({ max_age: '300' })).heading).toBe('Sign in to Governance command line?');
    expect((await open({ max_age: '300', acr_values: acr })).heading).toBe(
      'Sign in to Governance command line?',
    );
    await ageSession();
    expect((await open({ max_age: '300' })).heading).toBe('Enter your code');
    expect((await open({ max_age: '300', acr_values: acr })).heading).toBe('Enter your code');
  });

  it('is requested in the second in which it becomes too old for the platform', async () => {
    const person = await addPerson(identity, { app: true });
    await application.enter(await beginSession(identity, person, browser));
    await ageSession(() => Math.floor(Date.now() / 1000) - 300);
    expect((await open({ max_age: '300', acr_values: acr })).heading).toBe('Enter your code');
  });

  it('is requested with the password by prompt=login and by max_age=0 § core-3.1.2.1d core-3.1.2.1f', async () => {
    const person = await addPerson(identity, { app: true });
    await application.enter(await beginSession(identity, person, browser));
    const requests: Record<string, string>[] = [{ prompt: 'login' }, { max_age: '0' }];
    for (const parameters of requests) {
      const page = await open(parameters);
      expect(page.heading).toBe('Sign in');
      expect(page.html).toContain(`value="${person.email}"`);
      const next = await browser.submit('/password', { email: person.email, password: person.password });
      expect(next.heading).toBe('Enter your code');
    }
  });

  it('cannot be verified without the user § core-3.1.2.1c', async () => {
    const person = await addPerson(identity, { app: true });
    await application.enter(await beginSession(identity, person, browser));
    const { url } = await open({ prompt: 'none', acr_values: acr });
    expect(url.searchParams.get('error')).toBe('login_required');
  });

  it('takes the full-width digits of an input method, also grouped', async () => {
    const person = await addPerson(identity, { app: true });
    const browser = new PersonBrowser(identity.issuer);
    const { url } = await application.authorization();
    await browser.open(url);
    await browser.submit('/password', { email: person.email, password: person.password });
    const digits = fullWidth(await freshCode(person));
    const page = await browser.submit('/code', { code: `${digits.slice(0, 3)}\u3000${digits.slice(3)}` });
    expect(page.url.searchParams.get('code')).toMatch(/^.{40,}$/);
  });

  it('is refused when the code is wrong, and when it was used before § V6.5.1', async () => {
    const person = await addPerson(identity, { app: true });
    // That of the next step: it stays acceptable for at least 30 seconds.
    const code = totpCode(person.secret ?? Buffer.alloc(0), totpStep(new Date()) + 1);
    await open();
    await browser.submit('/password', { email: person.email, password: person.password });
    const wrong = await browser.submit('/code', { code: code === '000000' ? '000001' : '000000' });
    expect([wrong.status, wrong.heading]).toEqual([422, 'Enter your code']);
    expect((await browser.submit('/code', { code })).url.searchParams.get('code')).not.toBeNull();
    const other = new PersonBrowser(identity.issuer);
    await other.open((await application.authorization()).url);
    await other.submit('/password', { email: person.email, password: person.password });
    const replayed = await other.submit('/code', { code });
    expect([replayed.status, replayed.text]).toEqual([422, expect.stringContaining('used before')]);
  });

  it('cannot be guessed: after a few wrong codes every browser has to wait § V6.5.4', async () => {
    const person = await addPerson(identity, { app: true });
    await open();
    await browser.submit('/password', { email: person.email, password: person.password });
    for (let attempt = 0; attempt < 5; attempt += 1) await browser.submit('/code', { code: '12345' });
    const other = new PersonBrowser(identity.issuer);
    await other.open((await application.authorization()).url);
    await other.submit('/password', { email: person.email, password: person.password });
    const page = await other.submit('/code', { code: await freshCode(person) });
    expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  describe('of an organization that requires it', () => {
    const strict = { mfaMaxAge: 300, places: [['org_strict', 'viewer']] } as const;

    /** The key on the page, as an authenticator app reads it. */
    function keyOnPage(): Buffer {
      const key = /<p class="code key">([^<]+)<\/p>/.exec(browser.page?.html ?? '')?.[1] ?? '';
      return fromBase32(key.replaceAll(' ', '')) ?? Buffer.alloc(0);
    }

    const codesOnPage = (): string[] =>
      [...(browser.page?.html ?? '').matchAll(/<li class="code">([^<]+)<\/li>/g)].map(
        ([, code = '']) => code,
      );

    it('is set up at the first sign-in, with recovery codes that are shown once and work once § V6.3.3 V6.5.3', async () => {
      const person = await addPerson(identity, strict);
      let codes: string[] = [];
      const tokens = await application.signIn(browser, async () => {
        const page = await signIn(browser, person);
        expect(page.heading).toBe('Set up a second factor');
        const secret = keyOnPage();
        expect(secret).toHaveLength(20);
        expect((await browser.submit('/enrol', { code: '000' })).status).toBe(422);
        expect(keyOnPage()).toEqual(secret);
        await browser.submit('/enrol', { code: totpCode(secret, totpStep(new Date())) });
        codes = codesOnPage();
        expect(new Set(codes).size).toBe(10);
        expect((await browser.submit('/recovery-codes')).heading).toBe('Sign in');
        await signIn(browser, person);
        return browser.submit('/code', { code: totpCode(secret, totpStep(new Date()) + 1) });
      });
      expect(decodeJwt(tokens.access_token)).toHaveProperty([mfaAt]);
      const [first = '', second = '', third = ''] = codes;
      const withCode = async (code: string): Promise<BrowserPage> => {
        const other = new PersonBrowser(identity.issuer);
        await other.open((await application.authorization()).url);
        await other.submit('/password', { email: person.email, password: person.password });
        await other.open(`${other.page?.url.pathname ?? ''}?with=recovery-code`);
        return other.submit('/recovery-code', { code });
      };
      expect((await withCode(first)).url.searchParams.get('code')).not.toBeNull();
      const reused = await withCode(first);
      expect([reused.status, reused.heading]).toEqual([422, 'Enter a recovery code']);
      expect((await withCode(` ${second.toUpperCase().replaceAll('-', ' ')}`)).url.href).toContain('code=');
      expect((await withCode(fullWidth(third))).url.href).toContain('code=');
      expect((await withCode('abcd-efgh-ijkl-mnop')).status).toBe(422);
    });

    it('is not set up with only a session: the password is required first', async () => {
      const person = await addPerson(identity, { places: [['org_turning', 'viewer']] });
      await application.enter(await beginSession(identity, person, browser));
      await identity.manage('PATCH', '/organizations/org_turning', { mfaMaxAge: 300 });
      expect((await open()).heading).toBe('Sign in');
      expect((await signIn(browser, person)).heading).toBe('Set up a second factor');
    });

    it('is not replaced with only the password', async () => {
      const person = await addPerson(identity, strict);
      const thief = new PersonBrowser(identity.issuer);
      await thief.open((await application.authorization()).url);
      await signIn(thief, person);
      expect(thief.page?.heading).toBe('Set up a second factor');
      const enrol = thief.formTo('/enrol');
      await open();
      await signIn(browser, person);
      await browser.submit('/enrol', { code: totpCode(keyOnPage(), totpStep(new Date())) });
      const page = await thief.post(enrol.action, { ...enrol.fields, code: '000000' });
      expect(page.heading).toBe('Enter your code');
    });

    it('shows no secret in the database, and no recovery code § V6.5.2', async () => {
      const person = await addPerson(identity, strict);
      await open();
      await signIn(browser, person);
      const secret = keyOnPage();
      await browser.submit('/enrol', { code: totpCode(secret, totpStep(new Date())) });
      const rows = await identity.stores.sql(
        `SELECT encode(secret, 'hex') AS text FROM identity.authenticators
         UNION SELECT encode(code_mac, 'escape') FROM identity.recovery_codes
         UNION SELECT encode(payload, 'escape') FROM identity.payloads`,
      );
      const dump = JSON.stringify(rows);
      expect(dump).not.toContain(secret.toString('hex'));
      for (const code of codesOnPage()) {
        expect(dump).not.toContain(code);
        expect(dump).not.toContain(code.replaceAll('-', ''));
      }
    });
  });
});
