import { once } from 'node:events';
import { type Server } from 'node:http';
import { freePort } from '@governance/testing';
import * as openid from 'openid-client';
import { type UpstreamPlan } from './upstream-plan';
import { createUpstreamServer } from './upstream-server';

const redirectUri = 'http://localhost:3002/connections/con_acme/callback';
const secret = 'a secret of the tests';
const person = {
  id: 'usr_1',
  email: 'admin@acme.example',
  name: 'Acme admin',
  password: 'the right password',
};

describe('the upstream provider', () => {
  let server: Server;
  let config: openid.Configuration;
  let issuer: string;
  let cookies: Map<string, string>;

  beforeAll(async () => {
    const port = await freePort();
    issuer = `http://127.0.0.1:${port}`;
    const clients = [
      { clientId: 'con_acme', clientSecret: secret, name: 'Acme <single> sign-on', redirectUri },
    ];
    const plan: UpstreamPlan = { issuer, clients, people: [person] };
    server = createUpstreamServer(plan).listen(port, '127.0.0.1');
    await once(server, 'listening');
    config = await openid.discovery(
      new URL(issuer),
      'con_acme',
      undefined,
      openid.ClientSecretBasic(secret),
      {
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated only as a warning; it has no TLS
        execute: [openid.allowInsecureRequests],
      },
    );
  });
  beforeEach(() => {
    cookies = new Map();
  });
  afterAll(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  });

  /** Follows redirects to a page, or to our client. */
  async function go(address: string | URL, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(address, {
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      headers: { cookie: [...cookies].map((cookie) => cookie.join('=')).join('; ') },
      redirect: 'manual',
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null || location.startsWith(redirectUri)) return response;
    return go(new URL(location, response.url));
  }
  const verifier = openid.randomPKCECodeVerifier();
  async function begin(changes: Record<string, string> = {}): Promise<Response> {
    return go(
      openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: 'state',
        login_hint: '"<i>',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...changes,
      }),
    );
  }
  async function claimsOf(answer: Response): Promise<unknown> {
    const checks = { pkceCodeVerifier: verifier, expectedState: 'state' };
    return (await openid.authorizationCodeGrant(config, answerOf(answer), checks)).claims();
  }
  const answerOf = ({ headers }: Response): URL => new URL(headers.get('location') ?? '');

  it('verifies the address of a user with the right password, and then keeps the session in this browser', async () => {
    const page = await begin();
    const text = await page.text();
    for (const shown of ['Acme &lt;single&gt; sign-on', 'value="&quot;&lt;i&gt;"'])
      expect(text).toContain(shown);
    const { email, password } = person;
    const claims = { sub: person.id, email, email_verified: true, name: person.name };
    expect(
      await claimsOf(await go(`${page.url}/login`, { email: email.toUpperCase(), password })),
    ).toMatchObject(claims);
    expect(await claimsOf(await begin())).toMatchObject(claims);
  });

  it.each([
    ['another password', { email: person.email, password: 'a wrong password' }],
    ['an unknown address', { email: 'other@acme.example', password: person.password }],
    ['nothing', {}],
    ['too much', { email: person.email, password: person.password, more: 'x'.repeat(5_000) }],
  ])('refuses the sign-in for %s, and allows another attempt', async (_case, form) => {
    const page = await begin();
    const answer = await go(`${page.url}/login`, form);
    expect([answer.status, (await answer.text()).includes('is wrong')]).toEqual([422, true]);
    const { email, password } = person;
    expect(answerOf(await go(`${page.url}/login`, { email, password })).searchParams.has('code')).toBe(true);
  });

  it('returns a user who cancels to the client', async () => {
    const page = await begin();
    const answer = answerOf(await go(`${page.url}/cancel`, {}));
    expect(answer.searchParams.get('error')).toBe('access_denied');
  });

  it.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['to another address', { redirect_uri: 'http://localhost:3002/elsewhere' }],
    ['for another client', { client_id: 'con_globex' }],
  ])('refuses a sign-in request %s', async (_case, changes) => {
    const answer = await begin(changes);
    expect(answer.url).not.toContain('/interaction/');
    expect(answer.headers.get('location') ?? '').not.toContain('code=');
  });

  it('explains itself, and reports when a sign-in has ended', async () => {
    expect((await go(`${issuer}/health`)).status).toBe(200);
    expect(await (await go(issuer)).text()).toContain('Single sign-on for organizations');
    const over = await go(`${issuer}/interaction/none`);
    expect([over.status, (await over.text()).includes('This sign-in has ended')]).toEqual([400, true]);
  });
});
