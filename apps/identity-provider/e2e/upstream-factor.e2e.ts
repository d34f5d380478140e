import { opened } from '@governance/testing';
import { decodeJwt } from 'jose';
import { randomBytes } from 'node:crypto';
import { toBase32 } from '../src/second-factor/base32';
import { type TestApplication, type Tokens } from './support/applications';
import { changePayload } from './support/change-payload';
import { connectionPath, EnterpriseHarness } from './support/enterprise';
import { type IdentityApp } from './support/identity-app';
import { claimsNamespace } from './support/identity-server';
import { PersonBrowser } from './support/person-browser';
import { passUpstream, type TestUpstream } from './support/upstream';

const ourAcr = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';
const theirAcr = 'urn:acme:loa:2';
const secondFactor = { acrValues: [theirAcr, 'urn:acme:loa:3'], amrValues: ['hwk'] };
const notShown = 'Your organization’s sign-in has shown no second factor';
const stepUp = { acr_values: ourAcr, max_age: '300', prompt: '', organization: 'org_acme' };

describe('the second factor of a connection', () => {
  const acme = opened(() => EnterpriseHarness.open());
  let identity: IdentityApp;
  let application: TestApplication;
  let upstream: TestUpstream;
  let browser: PersonBrowser;
  /** The browser of the same person, at the provider of the organization. */
  let there: PersonBrowser;

  beforeAll(() => {
    ({ identity, application, upstream } = acme);
  });
  beforeEach(async () => {
    await acme.reset({ mfaMaxAge: 300 });
    await connect();
    await acme.join();
    upstream.signIn = { acr: theirAcr };
    browser = new PersonBrowser(identity.issuer);
    there = new PersonBrowser(upstream.issuer);
  });

  const connect = (changes: object = { secondFactor }): Promise<void> =>
    acme.connect({ upstream: { ...upstream.settings, ...changes } });
  const now = (): number => Math.floor(Date.now() / 1000);
  const mfaAtOf = ({ access_token: token }: Pick<Tokens, 'access_token'>): unknown =>
    decodeJwt(token)[`${claimsNamespace}mfa_at`];

  /** Presses the button of the connection. Returns what was asked there. */
  async function goThere(): Promise<Record<string, string>> {
    const { url } = await browser.submit('/connection', { connection: 'con_acme_sso' });
    return Object.fromEntries(url.searchParams);
  }

  async function begin(parameters: Record<string, string> = { organization: 'org_acme' }): Promise<void> {
    await browser.open((await application.authorization(parameters)).url);
  }

  const signIn = (parameters: Record<string, string> = { organization: 'org_acme' }): Promise<Tokens> =>
    application.signIn(
      browser,
      async () => {
        await goThere();
        return passUpstream(browser, upstream, there);
      },
      parameters,
    );

  /** The command line asks for a confirmation, if only a session signs in. */
  const signInAgain = (): Promise<Tokens> => application.signIn(browser, () => browser.submit('/consent'));

  /** Makes the session older than the window of the organization. */
  async function ageSession(): Promise<void> {
    const id = browser.cookies.get('session')?.value ?? '';
    const change = (session: object & { loginTs?: unknown }): object & { loginTs: number } => ({
      ...session,
      loginTs: Number(session.loginTs) - 3600,
    });
    await changePayload(identity, { kind: 'Session', id, change });
  }

  async function setUpApp(tokens: Tokens): Promise<void> {
    const { sub } = decodeJwt(tokens.access_token);
    const path = `/users/${String(sub)}/totp`;
    const { status } = await identity.manage('PUT', path, { secret: toBase32(randomBytes(20)) });
    expect(status).toBe(204);
  }

  it('does not count until an admin with a second factor has confirmed the setting', async () => {
    await acme.reset();
    upstream.signIn = { acr: theirAcr };
    const setting = (confirmed: boolean): Promise<{ status: number }> =>
      identity.manage('PATCH', connectionPath, { secondFactor, secondFactorConfirmed: confirmed });
    expect((await setting(false)).status).toBe(200);
    expect(mfaAtOf(await signIn())).toBeUndefined();
    // Other changes confirm nothing.
    await identity.manage('PATCH', connectionPath, { name: 'Another name' });
    const newSignIn = (): Promise<Tokens> => {
      browser = new PersonBrowser(identity.issuer);
      there = new PersonBrowser(upstream.issuer);
      return signIn();
    };
    expect(mfaAtOf(await newSignIn())).toBeUndefined();
    expect((await setting(true)).status).toBe(200);
    expect(mfaAtOf(await newSignIn())).toEqual(expect.any(Number));
  });

  it('is asked for there, dates the tokens, and replaces the app here § 10.6ac', async () => {
    const before = now();
    await begin();
    const asked = await goThere();
    expect(asked).toMatchObject({ acr_values: `${theirAcr} urn:acme:loa:3`, max_age: '43200' });
    expect(asked).not.toHaveProperty('prompt');
    const tokens = await signIn();
    expect(mfaAtOf(tokens)).toBeGreaterThanOrEqual(before);
    expect(mfaAtOf(tokens)).toBeLessThanOrEqual(now());
    expect(decodeJwt(tokens.access_token).auth_time).toBe(mfaAtOf(tokens));
  });

  it('counts by amr too, and then acr_values are not needed', async () => {
    await connect({ secondFactor: { acrValues: [], amrValues: ['hwk'] } });
    upstream.signIn = { amr: ['pwd', 'hwk'] };
    await begin();
    expect(await goThere()).not.toHaveProperty('acr_values');
    expect(mfaAtOf(await signIn())).toEqual(expect.any(Number));
  });

  it('keeps its time in a refresh and in other sign-ins of the session', async () => {
    const tokens = await signIn();
    const mfaAt = mfaAtOf(tokens);
    expect(mfaAtOf(await application.refresh(tokens.refresh_token))).toBe(mfaAt);
    await ageSession();
    expect(mfaAtOf(await signInAgain())).toBe(Number(mfaAt) - 3600);
  });

  it('is shown there again for a step-up, and never by an app here', async () => {
    const first = await signIn();
    await setUpApp(first);
    await ageSession();
    const stepped = await application.signIn(
      browser,
      async () => {
        expect(browser.page?.heading).toBe('Choose how to sign in');
        expect(browser.page?.text).toContain('Sign in again at the identity provider of Acme MSP');
        const asked = await goThere();
        expect(asked).toMatchObject({
          acr_values: `${theirAcr} urn:acme:loa:3`,
          max_age: '0',
          prompt: 'login',
        });
        return passUpstream(browser, upstream, there);
      },
      stepUp,
    );
    expect(decodeJwt(stepped.access_token)).toMatchObject({
      sub: decodeJwt(first.access_token).sub,
      org_id: 'org_acme',
    });
    expect(Number(mfaAtOf(stepped))).toBeGreaterThanOrEqual(Number(mfaAtOf(first)));
    // A new sign-in of a person with an app here asks for no code either.
    browser = new PersonBrowser(identity.issuer);
    // A session there of an earlier second would be continued, without a time.
    there = new PersonBrowser(upstream.issuer);
    expect(mfaAtOf(await signIn())).toEqual(expect.any(Number));
  });

  it('is not asked for again while it is recent', async () => {
    await signIn();
    await begin(stepUp);
    expect(browser.page?.heading).toBe('Sign in to Governance command line?');
  });

  it('has no time when the provider continues an earlier sign-in: it suffices to enter, not for a step-up', async () => {
    upstream.signIn = { acr: theirAcr, ts: now() - 600 };
    const tokens = await signIn();
    expect(decodeJwt(tokens.access_token)).toMatchObject({ org_id: 'org_acme' });
    expect(mfaAtOf(tokens)).toBeUndefined();
    expect(mfaAtOf(await application.refresh(tokens.refresh_token))).toBeUndefined();
    expect(mfaAtOf(await signInAgain())).toBeUndefined();
    upstream.signIn = { acr: theirAcr };
    expect(mfaAtOf(await signIn(stepUp))).toBeGreaterThanOrEqual(now() - 60);
  });

  it.each([
    ['another acr', { acr: 'urn:acme:loa:1' }],
    ['no acr', {}],
    ['another method', { amr: ['pwd'] }],
    ['a sign-in older than our sessions', { acr: theirAcr, ts: Math.floor(Date.now() / 1000) - 50_000 }],
  ])('is not shown by %s: no one enters, or sets up an app here', async (_case, shown) => {
    upstream.signIn = shown;
    await begin();
    const page = await acme.goThrough(browser);
    expect([page.status, page.text.includes(notShown)]).toEqual([422, true]);
    expect(page.text).not.toContain('Set up a second factor');
    upstream.signIn = { acr: theirAcr };
    expect((await acme.goThrough(browser)).url.searchParams.get('code')).toMatch(/^.{40,}$/);
  });

  it('is required where the organization or the application requires one, and nowhere else', async () => {
    await acme.reset({ mfaMaxAge: 0 });
    await connect();
    upstream.signIn = {};
    expect(mfaAtOf(await signIn())).toBeUndefined();
    await begin(stepUp);
    expect((await acme.goThrough(browser)).text).toContain(notShown);
  });

  it('is refused for a step-up when the sign-in is not new § 10.6ad', async () => {
    await signIn();
    await ageSession();
    upstream.signIn = { acr: theirAcr, ts: now() - 120 };
    await begin(stepUp);
    const page = await acme.goThrough(browser);
    expect([page.status, page.text.includes('The sign-in at your organization failed')]).toEqual([422, true]);
  });

  it('says so when the provider cannot show it', async () => {
    await begin();
    const asked = await goThere();
    const answer = new URL(asked.redirect_uri ?? '');
    answer.search = new URLSearchParams({
      error: 'unmet_authentication_requirements',
      state: asked.state ?? '',
    }).toString();
    expect((await browser.open(answer)).text).toContain(notShown);
  });

  it('does not count while the connection does not say so, even if the provider asserts everything § 10.6ac V6.8.4', async () => {
    await connect({});
    upstream.signIn = { acr: theirAcr, amr: ['hwk', 'mfa'] };
    await begin();
    const asked = await goThere();
    expect([asked.acr_values, asked.max_age]).toEqual([undefined, undefined]);
    expect((await passUpstream(browser, upstream, there)).text).toContain('to set up a second factor');
    expect(await goThere()).toMatchObject({ prompt: 'login', max_age: '0' });
    expect((await passUpstream(browser, upstream, there)).heading).toBe('Set up a second factor');
  });

  it('does not count when it was not asked for, or is no longer accepted', async () => {
    await connect({});
    await begin();
    await goThere();
    await connect();
    expect((await passUpstream(browser, upstream, there)).text).toContain(notShown);
    await goThere();
    const change = { secondFactor: { acrValues: ['urn:acme:loa:9'], amrValues: [] } };
    expect((await identity.manage('PATCH', connectionPath, change)).status).toBe(200);
    expect((await passUpstream(browser, upstream, there)).text).toContain(notShown);
    await goThere();
    expect((await identity.manage('PATCH', connectionPath, { secondFactor: null })).status).toBe(200);
    expect((await passUpstream(browser, upstream, there)).heading).toBe('Set up a second factor');
  });

  it('is asked for in a new sign-in, after the provider has continued one without it', async () => {
    await acme.reset({ mfaMaxAge: 0 });
    upstream.signIn = {};
    expect(mfaAtOf(await signIn())).toBeUndefined();
    await acme.reset({ mfaMaxAge: 300 });
    await connect();
    upstream.signIn = { acr: theirAcr };
    const tokens = await application.signIn(browser, async () => {
      expect(browser.page?.text).toContain('Sign in again at the identity provider of Acme MSP');
      expect(await goThere()).not.toHaveProperty('prompt');
      expect((await passUpstream(browser, upstream, there)).text).toContain(notShown);
      expect(await goThere()).toMatchObject({ prompt: 'login', max_age: '0' });
      return passUpstream(browser, upstream, there);
    });
    expect(mfaAtOf(tokens)).toEqual(expect.any(Number));
  });
});
