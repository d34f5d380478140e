import { hostileTokens, startTokenIssuer, type TokenIssuer } from '@governance/testing';
import { platformBaseUrl, type PublicApp, startPublicApp } from '../support/public-app';

const anonymous = { authenticated: false, email: '', name: '', roles: [] };
const namespace = 'https://governance.example.org/claims/';

function startWith(issuer: TokenIssuer): Promise<PublicApp> {
  return startPublicApp({ settings: { OIDC_ISSUER: issuer.issuer, CLAIMS_NAMESPACE: namespace } });
}

describe('GET /api/me with a token', () => {
  let issuer: TokenIssuer;
  let app: PublicApp;
  beforeAll(async () => {
    issuer = await startTokenIssuer({ audience: platformBaseUrl });
    app = await startWith(issuer);
  });
  afterAll(async () => {
    await app.close();
    await issuer.close();
  });

  function me(token: string): ReturnType<PublicApp['get']> {
    return app.get('/api/me', { authorization: `Bearer ${token}` });
  }

  it('answers 200 and authenticated=true with email, name and roles of the token', async () => {
    const claims = {
      [`${namespace}email`]: 'assessor@example.com',
      [`${namespace}name`]: 'Assessor',
      [`${namespace}roles`]: ['account-admin'],
      email: 'other@example.com',
    };
    const { status, headers, body } = await me(issuer.mint({ claims }));
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        authenticated: true,
        email: 'assessor@example.com',
        name: 'Assessor',
        roles: ['account-admin'],
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('Authorization, Cookie');
  });

  it('answers with the standard claims if namespaced ones are absent, and else with empty members', async () => {
    const claims = { email: 'assessor@example.com', name: 'Assessor', roles: ['viewer'] };
    expect((await me(issuer.mint({ claims, alg: 'ES256' }))).body).toEqual({
      authenticated: true,
      ...claims,
    });
    expect((await me(issuer.mint({ alg: 'PS256' }))).body).toEqual({ ...anonymous, authenticated: true });
  });

  it('answers 200 with the caller of each accepted issuer, by its own profile, and else as anonymous', async () => {
    const other = await startTokenIssuer({ audience: platformBaseUrl });
    const both = await startPublicApp({
      settings: {
        OIDC_ISSUERS_FILE: [
          { issuer: issuer.issuer, issues: ['people'] },
          { issuer: other.issuer, issues: ['people'], claims: { email: 'upn', org_id: 'organization' } },
        ],
        CLAIMS_NAMESPACE: namespace,
      },
    });
    const emailOf = async (token: string): Promise<unknown> =>
      (await both.get('/api/me', { authorization: `Bearer ${token}` })).body.email;
    const claims = { email: 'standard@example.com', upn: 'own@example.com', organization: ['acme'] };
    expect(await emailOf(issuer.mint({ claims }))).toBe('standard@example.com');
    expect(await emailOf(other.mint({ claims }))).toBe('own@example.com');
    expect(await emailOf(other.mint({ claims: { ...claims, organization: ['acme', 'b'] } }))).toBe('');
    expect(await emailOf(other.mint({ claims: { ...claims, iss: issuer.issuer } }))).toBe('');
    await both.close();
    await other.close();
  });

  it('distinguishes an anonymous caller from one with a token', async () => {
    const [without, withOne] = [await app.get('/api/me'), await me(issuer.mint())];
    expect([without.status, without.body]).toEqual([200, anonymous]);
    expect([withOne.status, withOne.body.authenticated]).toEqual([200, true]);
  });

  it('answers 200 as anonymous to every invalid token', async () => {
    for (const { name, mint } of hostileTokens()) {
      const { status, body } = await me(mint(issuer));
      expect({ name, status, body }).toEqual({ name, status: 200, body: anonymous });
    }
  });

  it('answers 200 as anonymous to a machine without an active credential', async () => {
    const token = issuer.mintForMachine('client-1', { claims: { org_id: 'org-1' } });
    expect((await me(token)).body).toEqual(anonymous);
  });

  it('answers 200 as anonymous to a token in the query', async () => {
    expect((await app.get(`/api/me?access_token=${issuer.mint()}`)).body).toEqual(anonymous);
  });

  it('answers 200 and still recognizes callers while the issuer is unavailable', async () => {
    const known = issuer.mint();
    await me(known);
    await issuer.stop();
    expect((await me(issuer.mint({ claims: { sub: 'another' } }))).body).toMatchObject({
      authenticated: true,
    });
    expect((await me(known)).body).toMatchObject({ authenticated: true });
    await issuer.resume();
  });
});

/** Longer than any test may take, so that a passing test has not waited for it. */
const answersTooLateMs = 3_600_000;

describe('GET /api/me with a token that cannot be checked', () => {
  it('answers 200 as anonymous until the issuer answers, and when it is too slow', async () => {
    const issuer = await startTokenIssuer({ audience: platformBaseUrl });
    await issuer.stop();
    const app = await startWith(issuer);
    const headers = { authorization: `Bearer ${issuer.mint()}` };
    const away = await app.get('/api/me', headers);
    expect({ status: away.status, body: away.body }).toEqual({ status: 200, body: anonymous });
    await app.close();

    await issuer.resume();
    issuer.slowDown(answersTooLateMs);
    const later = await startWith(issuer);
    const slow = await later.get('/api/me', headers);
    expect({ status: slow.status, body: slow.body }).toEqual({ status: 200, body: anonymous });
    await later.close();
    await issuer.close();
  });

  it('answers 200 as anonymous without an issuer', async () => {
    const issuer = await startTokenIssuer({ audience: platformBaseUrl });
    const app = await startPublicApp();
    const { status, body } = await app.get('/api/me', { authorization: `Bearer ${issuer.mint()}` });
    expect({ status, body }).toEqual({ status: 200, body: anonymous });
    await app.close();
    await issuer.close();
  });
});
