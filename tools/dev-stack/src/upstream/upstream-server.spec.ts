import { type Server } from 'node:http';
import { closeServer, freePort, listen } from '@governance/testing';
import * as openid from 'openid-client';
import { type UpstreamPlan } from './upstream-plan';
import { createUpstreamServer } from './upstream-server';

const redirectUri = 'http://localhost:3002/connections/con_acme/callback';
const secret = 'a secret of the tests';
const email = 'admin@acme.example';

describe('the upstream provider', () => {
  let server: Server;
  let config: openid.Configuration;
  let issuer: string;
  let cookies: Map<string, string>;

  beforeAll(async () => {
    const port = await freePort();
    issuer = `http://127.0.0.1:${port}`;
    const clients = [
      { clientId: 'con_acme', clientSecret: secret, name: 'Acme single sign-on', redirectUri },
    ];
    const plan: UpstreamPlan = { issuer, clients };
    server = createUpstreamServer(plan);
    await listen(server, port);
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
  afterAll(() => closeServer(server));

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

  const signIn = (page: Response): Promise<Response> =>
    go(page.url, { prompt: 'login', login: email, password: 'any' });

  it('verifies any address, and then keeps the session in this browser', async () => {
    const claims = { sub: email, email, email_verified: true, name: email };
    expect(await claimsOf(await signIn(await begin()))).toMatchObject(claims);
    expect(await claimsOf(await begin())).toMatchObject(claims);
  });

  it('returns a user who cancels to the client', async () => {
    const page = await begin();
    const answer = answerOf(await go(`${page.url}/abort`));
    expect(answer.searchParams.get('error')).toBe('access_denied');
  });

  it('loads nothing from other sites, and scripts from none', async () => {
    const policy = (await begin()).headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
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

  it('is healthy', async () => {
    expect((await go(`${issuer}/health`)).status).toBe(200);
  });
});
