import { given } from '@governance/testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { beginSession } from './support/change-payload';
import { TestApplication } from './support/applications';
import { apiUrl, claimsNamespace } from './support/identity-server';
import { addPerson, adminPermissions, signIn } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { consoleCallback, givenApp } from './support/shared-app';

describe('signing in with an authorization code', () => {
  const { identity } = givenApp();
  const application = given(() => TestApplication.open(identity));

  it('gives a user with a second factor tokens that name user, audience and time § 5.2.3b 5.2.4a core-5.1a rfc9068-2.1a rfc9068-2.2a', async () => {
    const person = await addPerson(identity, { app: true, mfaMaxAge: 300 });
    const browser = new PersonBrowser(identity.issuer);
    const before = Math.floor(Date.now() / 1000);
    const tokens = await application.signIn(browser, () => signIn(browser, person));
    const claims = decodeJwt(tokens.access_token);
    const { iat = 0, jti, sid, auth_time: authTime } = claims;
    expect(claims).toEqual({
      iss: identity.issuer,
      sub: person.userId,
      client_id: 'governance-cli',
      aud: apiUrl,
      org_id: 'org_acme',
      permissions: adminPermissions,
      scope: 'api:full:read api:full:write',
      iat,
      exp: iat + 600,
      jti,
      sid,
      auth_time: authTime,
      [`${claimsNamespace}email`]: person.email,
      [`${claimsNamespace}email_verified`]: true,
      [`${claimsNamespace}name`]: 'Assessor',
      [`${claimsNamespace}roles`]: ['account-admin'],
      [`${claimsNamespace}mfa_at`]: authTime,
      [`${claimsNamespace}mfa_max_age`]: 300,
      [`${claimsNamespace}org_name`]: 'Organization org_acme',
      [`${claimsNamespace}has_other_orgs`]: false,
    });
    expect(authTime).toBeGreaterThanOrEqual(before);
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(tokens.scope).toBe('api:full:read api:full:write');
    expect(tokens.refresh_token).toMatch(/^.{40,}$/);
    expect(tokens.claims()).toMatchObject({
      aud: 'governance-cli',
      sub: person.userId,
      email: person.email,
      email_verified: true,
      name: 'Assessor',
    });
  });

  it('takes the request as a form too (OpenID Connect Core 1.0, 3.1.2.1) § core-3.1.2.1b', async () => {
    const { url } = await application.authorization();
    for (const request of [
      () => identity.call(url.pathname + url.search, { redirect: 'manual' }),
      () => identity.call('/auth', { method: 'POST', body: url.searchParams, redirect: 'manual' }),
    ]) {
      const { status, headers } = await request();
      expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/sign-in/')]);
    }
    const repeated = new URLSearchParams([...url.searchParams, ['client_id', 'governance-cli']]);
    const refused = await identity.call('/auth', { method: 'POST', body: repeated, redirect: 'manual' });
    expect(refused.status).toBe(400);
  });

  it('gives a user without a second factor tokens that do not claim one', async () => {
    const person = await addPerson(identity, { places: [['org_calm', 'viewer']] });
    const browser = new PersonBrowser(identity.issuer);
    const tokens = await application.signIn(browser, () => signIn(browser, person));
    const claims = decodeJwt(tokens.access_token);
    expect(claims).not.toHaveProperty([`${claimsNamespace}mfa_at`]);
    expect(claims).toMatchObject({
      permissions: ['self:profile:read', 'self:profile:write', 'self:organization:read'],
      [`${claimsNamespace}roles`]: ['viewer'],
      [`${claimsNamespace}mfa_max_age`]: 0,
    });
  });

  it('gives no permission that the scope does not cover § rfc9068-2.2.3a', async () => {
    const person = await addPerson(identity);
    const browser = new PersonBrowser(identity.issuer);
    const scope = 'openid api:full:read';
    const tokens = await application.enter(await beginSession(identity, person, browser), { scope });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      scope: 'api:full:read',
      permissions: [
        'self:profile:read',
        'self:organization:read',
        'm2m:credentials:read',
        'm2m:trust-rules:read',
        'org:invitations:read',
        'org:members:read',
        'org:audit:read',
        'org:clients:read',
        'org:results:read',
      ],
    });
    expect(tokens.claims()).not.toHaveProperty('email');
  });

  describe('as discovery lists it', () => {
    let listed: Record<string, readonly string[]>;
    beforeAll(async () => {
      listed = (await identity.call('/.well-known/openid-configuration')).body as typeof listed;
    });

    it('answers in every response mode, and in no other § discovery-3b', async () => {
      const { response_modes_supported: modes = [] } = listed;
      const answering: string[] = [];
      for (const mode of ['query', 'fragment', 'form_post', 'web_message', 'jwt']) {
        const browser = new PersonBrowser(identity.issuer);
        const { url } = await application.authorization({ response_mode: mode });
        if ((await browser.open(url)).heading !== 'Sign in') continue;
        const { url: end } = await signIn(browser, await addPerson(identity));
        if (end.searchParams.has('code') || end.hash.includes('code=')) answering.push(mode);
      }
      expect(answering).toEqual(modes);
    });

    it('takes every scope, and the ID token has every claim and no other § core-5.4a discovery-3b', async () => {
      const { scopes_supported: scopes = [], claims_supported: claims = [] } = listed;
      const person = await addPerson(identity, { app: true, mfaMaxAge: 300 });
      const browser = new PersonBrowser(identity.issuer);
      const tokens = await application.signIn(browser, () => signIn(browser, person), {
        scope: scopes.join(' '),
        max_age: '300',
        acr_values: String(listed.acr_values_supported?.[0]),
      });
      const identified: Record<string, unknown> = { ...tokens.claims() };
      const effects: Record<string, unknown> = {
        openid: identified.sub,
        profile: identified.name,
        email: identified.email,
        offline_access: tokens.refresh_token,
        ...Object.fromEntries(
          String(decodeJwt(tokens.access_token).scope)
            .split(' ')
            .map((scope) => [scope, scope]),
        ),
      };
      expect(scopes.filter((scope) => effects[scope] === undefined)).toEqual([]);
      // Those of the protocol are in every ID token (OpenID Connect Core, 2).
      const ofProtocol = ['aud', 'exp', 'iat', 'iss', 'nonce', 'at_hash'];
      const facts = (names: readonly string[]): string[] =>
        names.filter((name) => !ofProtocol.includes(name)).toSorted();
      expect(facts(Object.keys(identified))).toEqual(facts(claims));
    });
  });

  it('asks a member of several organizations to choose one, and keeps it for the session', async () => {
    const places = [
      ['org_one', 'account-admin'],
      ['org_two', 'viewer'],
    ] as const;
    const person = await addPerson(identity, { places });
    const browser = new PersonBrowser(identity.issuer);
    const tokens = await application.signIn(browser, async () => {
      const page = await signIn(browser, person);
      expect(page.heading).toBe('Choose an organization');
      expect((await browser.submit('/organization', { organization: 'org_acme' })).status).toBe(422);
      return browser.submit('/organization', { organization: 'org_two' });
    });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ org_id: 'org_two' });
    const again = await application.signIn(browser, () => browser.submit('/consent'));
    expect(decodeJwt(again.access_token)).toMatchObject({ org_id: 'org_two' });
    const named = { organization: 'org_one', prompt: 'login' };
    const other = await application.signIn(browser, () => signIn(browser, person), named);
    expect(decodeJwt(other.access_token)).toMatchObject({ org_id: 'org_one' });
  });

  it('asks only to confirm the command line in an existing session § core-3.1.2.1e V7.6.2 V10.7.1', async () => {
    const person = await addPerson(identity);
    const browser = new PersonBrowser(identity.issuer);
    await application.enter(await beginSession(identity, person, browser));
    const page = await browser.open((await application.authorization()).url);
    expect(page.heading).toBe('Sign in to Governance command line?');
    expect(page.text).toContain(person.email);
  });

  it('lets a different user sign in, and ends the session of the first', async () => {
    const [first, second] = [await addPerson(identity), await addPerson(identity)];
    const browser = new PersonBrowser(identity.issuer);
    await application.enter(await beginSession(identity, first, browser));
    const tokens = await application.signIn(browser, async () => {
      await browser.submit('/another-person');
      return signIn(browser, second);
    });
    expect(tokens.claims()?.sub).toBe(second.userId);
    expect((await browser.open((await application.authorization()).url)).text).toContain(second.email);
  });

  it('tells the application when the user cancels § core-3.1.2.4a core-3.1.2.6a', async () => {
    const browser = new PersonBrowser(identity.issuer);
    const { url, state } = await application.authorization();
    await browser.open(url);
    const { searchParams } = (await browser.submit('/cancel')).url;
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['access_denied', state]);
    expect(searchParams.get('code')).toBeNull();
  });

  it('ends on a page for a user without an organization', async () => {
    const browser = new PersonBrowser(identity.issuer);
    await browser.open((await application.authorization()).url);
    const page = await signIn(browser, await addPerson(identity, { places: [] }));
    expect(page.heading).toBe('You have no access to an organization');
    const { url } = await browser.submit('/cancel');
    expect(url.searchParams.get('error')).toBe('access_denied');
  });

  describe('for a third-party application', () => {
    const redirectUri = 'https://partner.example.org/callback';
    let partner: TestApplication;

    beforeAll(async () => {
      const body = {
        name: 'Partner reports',
        redirectUris: [redirectUri],
        scope: ['openid', 'api:full:read'],
      };
      expect((await identity.manage('PUT', '/applications/app_partner', body)).status).toBe(200);
      partner = await TestApplication.open(identity, { clientId: 'app_partner', redirectUri });
    });

    it('asks for consent, once in a session § core-3.1.2.4a V7.6.2 V10.7.1 V10.7.2', async () => {
      const person = await addPerson(identity);
      const browser = new PersonBrowser(identity.issuer);
      const scope = 'openid api:full:read';
      const { url, tokens } = await partner.authorization({ scope, prompt: '' });
      await browser.open(url);
      const page = await signIn(browser, person);
      expect(page.heading).toBe('Give Partner reports access?');
      expect(page.text).toContain('partner.example.org');
      expect(page.text).toContain('Read everything that you can read');
      expect(page.text).not.toContain('Change everything that you can change');
      const { access_token: token, refresh_token: refresh } = await tokens(
        (await browser.submit('/consent')).url,
      );
      expect(decodeJwt(token)).toMatchObject({ client_id: 'app_partner', scope: 'api:full:read' });
      expect(refresh).toBeDefined();
      const again = await partner.authorization({ scope, prompt: '' });
      await expect(again.tokens((await browser.open(again.url)).url)).resolves.toBeDefined();
    });

    it('gives it no more than it was registered for § V10.4.11', async () => {
      const browser = new PersonBrowser(identity.issuer);
      const { url } = await partner.authorization({ scope: 'openid api:full:write' });
      expect((await browser.open(url)).url.searchParams.get('error')).toBe('invalid_scope');
    });

    it('gives it no further tokens after it is removed', async () => {
      await identity.manage('DELETE', '/applications/app_partner');
      const browser = new PersonBrowser(identity.issuer);
      const page = await browser.open((await partner.authorization()).url);
      expect([page.status, page.heading]).toEqual([400, 'Unknown application']);
    });
  });

  it('supports a web application of the product, whose pages may fetch tokens', async () => {
    const redirectUri = consoleCallback;
    const web = await TestApplication.open(identity, { clientId: 'console', redirectUri });
    const person = await addPerson(identity);
    const browser = new PersonBrowser(identity.issuer);
    const { url, verifier } = await web.authorization({ prompt: '' });
    await browser.open(url);
    const code = (await signIn(browser, person)).url.searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', client_id: 'console', code, redirect_uri: redirectUri };
    const exchange = { ...form, code_verifier: verifier };
    const foreign = await identity.token(exchange, { origin: 'https://other.example.org' });
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([400, null]);
    const { status, headers, body } = await identity.token(exchange, {
      origin: 'https://console.example.org',
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://console.example.org',
    ]);
    expect(body.refresh_token).toBeDefined();
    const silent = await web.authorization({ prompt: 'none' });
    await expect(silent.tokens((await browser.open(silent.url)).url)).resolves.toBeDefined();
  });
});
