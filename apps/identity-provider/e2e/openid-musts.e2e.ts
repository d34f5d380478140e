import { given, type HttpAnswer } from '@governance/testing';
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import { type AdapterPayload } from 'oidc-provider';
import { callback, TestApplication, type Tokens } from './support/applications';
import { assertionForm, assertionOf } from './support/assertions';
import { beginSession, changePayload } from './support/change-payload';
import { apiUrl } from './support/identity-server';
import { addKeyMachine, addOrganization, ecKey } from './support/machines';
import { addPerson, signIn, type TestPerson } from './support/people';
import { type BrowserPage, PersonBrowser } from './support/person-browser';
import { sharedProvider } from './support/shared-provider';

const partner = { clientId: 'app_partner', redirectUri: 'https://partner.example.org/callback' };
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** What docs/security/openid-musts.json names and no other test shows. */
describe('the provider as its metadata describes it', () => {
  const identity = given(sharedProvider);
  let application: TestApplication;
  let other: TestApplication;
  let person: TestPerson;
  let browser: PersonBrowser;

  beforeAll(async () => {
    const body = { name: 'Partner', redirectUris: [partner.redirectUri] };
    expect((await identity.manage('PUT', `/applications/${partner.clientId}`, body)).status).toBe(200);
    application = await TestApplication.open(identity);
    other = await TestApplication.open(identity, partner);
    person = await addPerson(identity);
  });
  beforeEach(() => {
    browser = new PersonBrowser(identity.issuer);
  });

  const tokensOf = async (parameters: Record<string, string> = {}): Promise<Tokens> =>
    application.enter(await beginSession(identity, person, browser), parameters);

  const tokensOfSignIn = (parameters: Record<string, string>): Promise<Tokens> =>
    application.signIn(browser, () => signIn(browser, person), parameters);

  const open = async (parameters: Record<string, string>): Promise<BrowserPage> =>
    browser.open((await application.authorization(parameters)).url);

  /** The parameters of the redirect to the application. */
  const answered = ({ url }: BrowserPage): Record<string, string> => {
    expect(url.href.startsWith(callback)).toBe(true);
    return Object.fromEntries(url.searchParams);
  };

  /** The form that exchanges a new code. */
  async function exchange(): Promise<Record<string, string>> {
    const browser = new PersonBrowser(identity.issuer);
    const { url, verifier } = await application.authorization();
    await browser.open(url);
    const code = (await signIn(browser, person)).url.searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', client_id: 'governance-cli', redirect_uri: callback };
    return { ...form, code, code_verifier: verifier };
  }

  const post = (path: string, form: Record<string, string>): Promise<HttpAnswer> =>
    identity.call(path, { method: 'POST', body: new URLSearchParams(form) });

  async function verified(token: string): Promise<JWTPayload> {
    const keys = createRemoteJWKSet(new URL(`${identity.issuer}/jwks`));
    return (await jwtVerify(token, keys, { issuer: identity.issuer, algorithms: ['ES256'] })).payload;
  }

  it('publishes metadata as JSON, with its issuer, and no member that is empty § core-8a discovery-3b discovery-3f discovery-4.2a discovery-4.3a', async () => {
    const { headers, body } = await identity.call('/.well-known/openid-configuration');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const required = ['authorization_endpoint', 'jwks_uri', 'token_endpoint', 'claims_supported'];
    expect(body).toMatchObject({ issuer: identity.issuer, subject_types_supported: ['public'] });
    for (const name of required) expect(body).toHaveProperty(name);
    expect(Object.values(body).filter((value) => Array.isArray(value) && value.length === 0)).toEqual([]);
    expect(body.token_endpoint_auth_signing_alg_values_supported).not.toContain('none');
    expect(decodeJwt((await tokensOf()).id_token ?? '').iss).toBe(body.issuer);
  });

  it('signs an ID token for this application and request, which its published keys verify § core-2a core-2b core-2c core-2d core-3.1.2.5a core-3.1.3.3a core-10.1a', async () => {
    const { url, tokens } = await application.authorization({ max_age: '300' });
    await browser.open(url);
    const { id_token: token = '' } = await tokens((await signIn(browser, person)).url);
    const { sub, aud, exp = 0, iat = 0, nonce, auth_time: at, azp } = await verified(token);
    expect({ sub, aud, nonce }).toEqual({
      sub: person.userId,
      aud: 'governance-cli',
      nonce: url.searchParams.get('nonce'),
    });
    expect(azp).toBeUndefined();
    expect(exp).toBeGreaterThan(iat);
    expect(Math.abs(iat - Number(at))).toBeLessThan(60);
    expect(sub?.length).toBeLessThanOrEqual(255);
    const { body } = await identity.call('/jwks');
    const kids = (body.keys as { kid: string }[]).map(({ kid }) => kid);
    expect(kids).toContain(decodeProtectedHeader(token).kid);
  });

  it('names a user alike to every application and at the userinfo endpoint § core-5.3.2a core-8a', async () => {
    const one = await tokensOf({ scope: 'openid' });
    const { url, tokens } = await other.authorization({ scope: 'openid' });
    await browser.open(url);
    const another = await tokens((await browser.submit('/consent')).url);
    expect([one.claims()?.sub, another.claims()?.sub]).toEqual([person.userId, person.userId]);
    expect(another.claims()?.aud).toBe(partner.clientId);
    const { headers, body } = await identity.call('/userinfo', {
      headers: { authorization: `Bearer ${one.access_token}` },
    });
    expect([headers.get('content-type'), body.sub]).toEqual([
      expect.stringMatching(/^application\/json/),
      person.userId,
    ]);
  });

  it('shows no page for prompt=none, and takes it with no other value § core-3.1.2.1c core-3.1.2.6a', async () => {
    expect(answered(await open({ prompt: 'none', state: 'kept' }))).toMatchObject({
      error: 'login_required',
      state: 'kept',
      iss: identity.issuer,
    });
    expect(answered(await open({ prompt: 'none login' }))).toMatchObject({ error: 'invalid_request' });
  });

  it('answers a request about another user with an error § core-3.1.2.1g', async () => {
    const stranger = new PersonBrowser(identity.issuer);
    const theirs = await application.signIn(stranger, async () =>
      signIn(stranger, await addPerson(identity)),
    );
    await tokensOf();
    const hinted = { prompt: 'none', id_token_hint: theirs.id_token ?? '' };
    expect(answered(await open(hinted))).toMatchObject({ error: 'login_required' });
    const own = (await tokensOfSignIn({ prompt: 'login' })).id_token ?? '';
    expect(answered(await open({ prompt: 'none', id_token_hint: own }))).not.toMatchObject({
      error: 'login_required',
    });
    expect(answered(await open({ prompt: 'none', id_token_hint: 'forged' }))).toMatchObject({
      error: 'invalid_request',
    });
  });

  it.each([
    ['request_not_supported', { request: 'e30.e30.' }],
    ['request_uri_not_supported', { request_uri: 'https://partner.example.org/request' }],
    ['registration_not_supported', { registration: '{}' }],
  ])(
    'says %s for what it does not support § core-3.1.2.6a core-6a core-7.2.1a',
    async (error, parameters) => {
      expect(answered(await open({ ...parameters, state: 'kept' }))).toMatchObject({ error, state: 'kept' });
    },
  );

  it('ignores unknown parameters, and takes display, ui_locales and claims_locales § core-3.1.2.1h core-15.1b', async () => {
    const wishes = { display: 'touch', ui_locales: 'de fr', claims_locales: 'de', unheard_of: '1' };
    expect((await tokensOf(wishes)).claims()?.sub).toBe(person.userId);
  });

  it('exchanges a code as JSON that is not cached, once, for its own application, and within a minute § core-3.1.3.2a core-3.1.3.2b core-3.1.3.3a core-3.1.3.4a', async () => {
    const form = await exchange();
    const foreign = await post('/token', { ...form, client_id: partner.clientId });
    expect([foreign.status, foreign.body.error]).toEqual([400, 'invalid_grant']);

    const fresh = await exchange();
    const { status, headers, body } = await post('/token', fresh);
    expect([status, headers.get('cache-control'), body.token_type]).toEqual([200, 'no-store', 'Bearer']);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const used = await post('/token', fresh);
    expect([used.status, used.body.error, used.headers.get('cache-control')]).toEqual([
      400,
      'invalid_grant',
      'no-store',
    ]);

    const late = await exchange();
    const change = (payload: AdapterPayload): AdapterPayload => ({
      ...payload,
      exp: Math.floor(Date.now() / 1000) - 1,
    });
    await changePayload(identity, { kind: 'AuthorizationCode', id: late.code ?? '', change });
    expect((await post('/token', late)).body.error).toBe('invalid_grant');
    const missing = await post('/token', { client_id: 'governance-cli' });
    expect([missing.status, missing.body.error]).toEqual([400, 'invalid_request']);
  });

  it('grants offline_access only with prompt=consent § core-11a', async () => {
    const scope = 'openid offline_access';
    expect((await tokensOf({ scope })).scope).toBe(scope);
    browser = new PersonBrowser(identity.issuer);
    expect((await tokensOfSignIn({ scope, prompt: 'login' })).scope).toBe('openid');
  });

  it('repeats issuer, user, application and sign-in in a refreshed ID token, and no nonce § core-12.1a core-12.2a rfc9068-2.2.1a', async () => {
    const first = await tokensOf({ max_age: '300' });
    const before = decodeJwt(first.id_token ?? '');
    const refreshed = await application.refresh(first.refresh_token);
    const { iss, sub, aud, azp, auth_time: at, iat = 0 } = await verified(refreshed.id_token ?? '');
    expect({ iss, sub, aud, azp, at }).toEqual({
      iss: before.iss,
      sub: before.sub,
      aud: before.aud,
      azp: before.azp,
      at: before.auth_time,
    });
    expect(iat).toBeGreaterThanOrEqual(before.iat ?? 0);
    expect(decodeJwt(refreshed.access_token).auth_time).toBe(before.auth_time);
    const foreign = { grant_type: 'refresh_token', client_id: partner.clientId };
    const { body } = await post('/token', { ...foreign, refresh_token: refreshed.refresh_token ?? '' });
    expect(body.error).toBe('invalid_grant');
  });

  describe('signs a user out', () => {
    const home = 'https://partner.example.org/';
    const end = (form: Record<string, string>): Promise<BrowserPage> =>
      browser.open('/session/end', { method: 'POST', body: new URLSearchParams(form) });

    it('by a form too, which may come from another site § logout-2a logout-3c', async () => {
      await tokensOf();
      const cookies = new Map(browser.cookies);
      // As browsers do with `SameSite=Lax`: the form comes without cookies, and the page that it leads to has them.
      const form = { client_id: partner.clientId, post_logout_redirect_uri: home, state: 'kept' };
      const answer = await identity.call('/session/end', {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([303, []]);
      expect(browser.cookies).toEqual(cookies);
      expect((await browser.open(answer.headers.get('location') ?? '')).heading).toBe('Sign out?');
      const { url } = await browser.submit('/session/end/confirm', { logout: 'yes' });
      expect(url.href).toBe(`${home}?state=kept`);
      expect(browser.cookies.has('session')).toBe(false);
    });

    it('with a hint that it has issued to the named application, and with no other § logout-2c logout-2d', async () => {
      const { id_token: token = '' } = await tokensOf();
      expect((await end({ id_token_hint: token, client_id: 'governance-cli' })).heading).toBe('Sign out?');
      expect((await end({ id_token_hint: token, client_id: partner.clientId })).status).toBe(400);
      const forged = await new SignJWT(decodeJwt(token))
        .setProtectedHeader({ alg: 'ES256', kid: decodeProtectedHeader(token).kid ?? '' })
        .sign(ecKey().privateKey);
      expect((await end({ id_token_hint: forged })).status).toBe(400);
      expect(browser.cookies.has('session')).toBe(true);
    });

    it('without a redirect when no application is named § logout-2b logout-3b', async () => {
      await tokensOf();
      expect((await end({ post_logout_redirect_uri: home })).heading).toBe('Sign out?');
      const page = await browser.submit('/session/end/confirm', { logout: 'yes' });
      expect([page.heading, page.url.origin]).toEqual(['You are signed out', identity.issuer]);
    });
  });

  it('gives a device code as JSON that is not cached, for its own application only § rfc8628-3.1a rfc8628-3.2a rfc8628-3.4a', async () => {
    const { status, headers, body } = await post('/device/auth', {
      client_id: 'governance-cli',
      scope: 'openid',
    });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body).toMatchObject({ expires_in: 600, verification_uri: `${identity.issuer}/device` });
    const code = String(body.device_code);
    expect(code).toMatch(/^.{40,}$/);
    const poll = (form: Record<string, string>): Promise<HttpAnswer> =>
      post('/token', { grant_type: deviceGrant, ...form });
    for (const form of [
      { client_id: 'governance-cli', device_code: `${code}x` },
      { client_id: partner.clientId, device_code: code },
    ]) {
      const refused = await poll(form);
      expect(refused.status).toBe(400);
      expect(['invalid_grant', 'unauthorized_client', 'invalid_request']).toContain(refused.body.error);
    }
    expect((await poll({ client_id: 'governance-cli' })).body.error).toBe('invalid_request');
    expect((await post('/device/auth', { client_id: 'unknown' })).status).toBe(401);
  });

  it('takes an assertion with the type of RFC 7523 only § rfc7523-2.2a', async () => {
    await addOrganization(identity.manage);
    const machine = await addKeyMachine(identity.manage, ecKey());
    const form = assertionForm(await assertionOf(machine, identity.issuer));
    for (const type of ['urn:ietf:params:oauth:client-assertion-type:saml2-bearer', '']) {
      const { status, body } = await identity.token({ ...form, client_assertion_type: type });
      expect([[400, 401].includes(status), body.access_token]).toEqual([true, undefined]);
    }
    const token = String((await identity.token(form)).body.access_token);
    expect(await verified(token)).toMatchObject({ aud: apiUrl, sub: machine.clientId });
  });
});
