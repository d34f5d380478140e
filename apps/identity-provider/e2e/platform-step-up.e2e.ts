import { given, type HttpAnswer } from '@governance/testing';
import { decodeJwt } from 'jose';
import { type TestApplication, type Tokens } from './support/applications';
import { changePayload } from './support/change-payload';
import { connectionPath, EnterpriseHarness } from './support/enterprise';
import { type IdentityApp } from './support/identity-app';
import { claimsNamespace } from './support/identity-server';
import { type BrowserPage, PersonBrowser } from './support/person-browser';
import { type Platform, startPlatform } from './support/platform';
import { passUpstream, type TestUpstream } from './support/upstream';

const connection = '/iam/connections/con_acme_sso';
const second_factor = { acr_values: ['urn:acme:loa:2'], amr_values: [] };

/** The provider, the platform surface, and the OpenID provider of an organization, with real tokens. */
describe('a gated write of a member whose organization shows the second factor', () => {
  const acme = given(() => EnterpriseHarness.open());
  let identity: IdentityApp;
  let application: TestApplication;
  let upstream: TestUpstream;
  let platform: Platform;
  let browser: PersonBrowser;
  /** The browser of the same person, at the provider of the organization. */
  let there: PersonBrowser;
  let visited: string[];

  beforeAll(async () => {
    ({ identity, application, upstream } = acme);
    platform = await startPlatform(identity);
    await acme.reset();
    await acme.join(undefined, { role: 'account-admin' });
  });
  beforeEach(() => {
    browser = new PersonBrowser(identity.issuer);
    there = new PersonBrowser(upstream.issuer);
    visited = [];
  });
  afterAll(async () => {
    await platform.close();
    await acme.close();
  });

  /** Signs in with the connection only. Returns the tokens and what was asked of the provider. */
  async function signIn(
    parameters: Record<string, string> = {},
  ): Promise<{ tokens: Tokens; asked: Record<string, string> }> {
    let asked = {};
    const walk = async (): Promise<BrowserPage> => {
      visited.push(browser.page?.heading ?? '');
      const { url } = await browser.submit('/connection', { connection: 'con_acme_sso' });
      asked = Object.fromEntries(url.searchParams);
      return passUpstream(browser, upstream, there);
    };
    return {
      tokens: await application.signIn(browser, walk, { organization: 'org_acme', ...parameters }),
      asked,
    };
  }

  const create = ({ access_token: token }: Tokens, name: string): Promise<HttpAnswer> => {
    const body = { name, type: 'client_secret' };
    return platform.call(token, { method: 'POST', path: '/iam/m2m-credentials', body });
  };
  const mfaAtOf = ({ access_token: token }: Tokens): unknown => decodeJwt(token)[`${claimsNamespace}mfa_at`];

  /** Makes the session, and the second factor in it, older than the window of the organization. */
  async function ageSession(): Promise<void> {
    const id = browser.cookies.get('session')?.value ?? '';
    await changePayload(identity, {
      kind: 'Session',
      id,
      change: (session) => ({ ...session, loginTs: Number(session.loginTs) - 3600 }),
    });
  }

  it('passes with the factor of the provider, ages out, and passes again after a step-up there § 10.6ad', async () => {
    const { tokens: before } = await signIn();
    expect(mfaAtOf(before)).toBeUndefined();
    const change = { method: 'PATCH', path: connection, body: { second_factor } };
    const changed = await platform.call(before.access_token, change);
    expect([changed.status, changed.body.second_factor]).toEqual([200, second_factor]);
    // ADR 29: set without a factor, it does not count. An operator confirms it.
    const secondFactor = { acrValues: second_factor.acr_values, amrValues: [] };
    expect((await identity.manage('PATCH', connectionPath, { secondFactor })).status).toBe(200);
    await identity.manage('PATCH', '/organizations/org_acme', { mfaMaxAge: 300 });
    upstream.signIn = { acr: 'urn:acme:loa:2' };
    browser = new PersonBrowser(identity.issuer);
    there = new PersonBrowser(upstream.issuer);

    const { tokens, asked } = await signIn();
    expect(asked).toMatchObject({ acr_values: 'urn:acme:loa:2' });
    expect(mfaAtOf(tokens)).toEqual(expect.any(Number));
    expect((await create(tokens, 'Fresh')).status).toBe(201);

    await ageSession();
    const aged = await application.signIn(browser, () => browser.submit('/consent'));
    expect(mfaAtOf(aged)).toBe(Number(mfaAtOf(tokens)) - 3600);
    const refreshed = await application.refresh(aged.refresh_token);
    expect(mfaAtOf(refreshed)).toBe(mfaAtOf(aged));
    for (const old of [aged, refreshed]) {
      const { status, body } = await create(old, 'Aged');
      expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
    }

    const acr_values = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';
    const stepped = await signIn({ acr_values, max_age: '300' });
    expect(stepped.asked).toMatchObject({ acr_values: 'urn:acme:loa:2', max_age: '0', prompt: 'login' });
    expect(Number(mfaAtOf(stepped.tokens))).toBeGreaterThanOrEqual(Number(mfaAtOf(tokens)));
    expect((await create(stepped.tokens, 'Stepped up')).status).toBe(201);
    // No page asked for an app of ours: each sign-in had one page, and then the provider.
    expect(visited).toEqual(['Sign in', 'Sign in', 'Choose how to sign in']);
    const { sub } = decodeJwt(tokens.access_token);
    expect(
      await identity.stores.sql('SELECT FROM identity.authenticators WHERE user_id = $1', [sub]),
    ).toEqual([]);
  });

  it('does not pass with a session that the provider continues, until it has shown the factor again § V7.6.1', async () => {
    upstream.signIn = { acr: 'urn:acme:loa:2', ts: Math.floor(Date.now() / 1000) - 600 };
    const { tokens } = await signIn();
    const { status, body } = await create(tokens, 'Continued');
    expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
    upstream.signIn = { acr: 'urn:acme:loa:2' };
    const stepped = await signIn({
      acr_values: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
      max_age: '300',
      prompt: '',
    });
    expect((await create(stepped.tokens, 'Shown again')).status).toBe(201);
  });
});
