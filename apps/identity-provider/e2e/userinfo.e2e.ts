import { decodeJwt } from 'jose';
import { type HttpAnswer } from '@governance/testing';
import { TestApplication, type Tokens } from './support/applications';
import { apiUrl, type IdentityApp, startIdentityApp } from './support/identity-app';
import { addOrganization, addSecretMachine } from './support/machines';
import { addPerson, signIn, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';

describe('the userinfo endpoint', () => {
  let identity: IdentityApp;
  let application: TestApplication;

  beforeAll(async () => {
    identity = await startIdentityApp();
    application = await TestApplication.open(identity);
  });
  afterAll(() => identity.close());

  async function tokensOf(person: TestPerson, parameters: Record<string, string>): Promise<Tokens> {
    const browser = new PersonBrowser(identity.issuer);
    return application.signIn(browser, () => signIn(browser, person), parameters);
  }

  function ask(token: string, method = 'GET'): Promise<HttpAnswer> {
    return identity.call('/userinfo', { method, headers: { authorization: `Bearer ${token}` } });
  }

  it('answers with what the scopes allow', async () => {
    const person = await addPerson(identity);
    const all = {
      sub: person.userId,
      email: person.email,
      email_verified: true,
      name: 'Assessor',
    };
    const { sub, email, email_verified, name } = all;
    for (const [scope, claims] of [
      ['openid', { sub }],
      ['openid email', { sub, email, email_verified }],
      ['openid profile', { sub, name }],
      ['openid profile email offline_access', all],
    ] as const) {
      const tokens = await tokensOf(person, { scope });
      for (const method of ['GET', 'POST']) {
        const { status, body, headers } = await ask(tokens.access_token, method);
        expect([status, body]).toEqual([200, claims]);
        expect(headers.get('cache-control')).toBe('no-store');
      }
    }
  });

  it('gets a token that is no JWT, also after a refresh, and refuses one for the API', async () => {
    const person = await addPerson(identity);
    const tokens = await tokensOf(person, { scope: 'openid email offline_access' });
    expect(() => decodeJwt(tokens.access_token)).toThrow();
    const refreshed = await application.refresh(tokens.refresh_token);
    expect((await ask(refreshed.access_token)).status).toBe(200);

    const forApi = await tokensOf(person, {});
    expect(decodeJwt(forApi.access_token).aud).toBe(apiUrl);
    const again = await application.refresh(forApi.refresh_token);
    expect(decodeJwt(again.access_token).aud).toBe(apiUrl);
    for (const token of [forApi.access_token, again.access_token]) {
      const { status, body } = await ask(token);
      expect([status, body.error]).toEqual([401, 'invalid_token']);
    }
  });

  it('refuses machines, strangers and no token', async () => {
    await addOrganization(identity.manage);
    const machine = await addSecretMachine(identity.manage);
    const { body } = await identity.token({ client_id: machine.clientId, client_secret: machine.secret });
    for (const token of [String(body.access_token), 'x'.repeat(43)]) {
      const answer = await ask(token);
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_token']);
    }
    const none = await identity.call('/userinfo');
    expect(none.status).toBe(401);
    expect(none.headers.get('www-authenticate')).toContain('Bearer');
  });

  it.each([
    [
      'a member who has left',
      async ({ userId }: TestPerson) => {
        await identity.manage('DELETE', `/organizations/org_left/memberships/${userId}`);
      },
    ],
    [
      'a new password',
      async ({ userId }: TestPerson) => {
        await identity.manage('PUT', `/users/${userId}/password`, {
          password: 'a new long password of tests',
        });
      },
    ],
  ])('refuses a token at once after %s', async (_case, end) => {
    const places = [['org_left', 'viewer']] as const;
    const person = await addPerson(identity, { places });
    const tokens = await tokensOf(person, { scope: 'openid email' });
    expect((await ask(tokens.access_token)).status).toBe(200);
    await end(person);
    expect((await ask(tokens.access_token)).status).toBe(401);
  });

  it('gives no token for the API without its scopes, but for a request that names the API', async () => {
    const person = await addPerson(identity);
    const named = await tokensOf(person, { scope: 'openid', resource: apiUrl });
    expect(decodeJwt(named.access_token)).toMatchObject({ aud: apiUrl, permissions: [] });
  });
});
