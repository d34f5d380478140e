import { opened } from '@governance/testing';
import { connectionPath, EnterpriseHarness, personaOf } from './support/enterprise';
import { type IdentityApp } from './support/identity-app';
import { PersonBrowser } from './support/person-browser';
import { passUpstream, startUpstream, type TestUpstream } from './support/upstream';

describe('the provider behind an enterprise connection', () => {
  const acme = opened(() => EnterpriseHarness.open());
  let identity: IdentityApp;
  let upstream: TestUpstream;

  beforeAll(() => {
    ({ identity, upstream } = acme);
  });
  beforeEach(() => acme.reset());

  describe('refuses a response', () => {
    async function comeBack(): Promise<{ browser: PersonBrowser; answer: URL }> {
      const browser = await acme.begin({ organization: 'org_acme' });
      await browser.submit('/connection', { connection: 'con_acme_sso' });
      const { url } = await new PersonBrowser(upstream.issuer).open(browser.page?.url ?? '');
      return { browser, answer: url };
    }
    beforeEach(async () => {
      await acme.join();
    });

    it('in another browser § V10.1.2', async () => {
      const { answer } = await comeBack();
      expect((await new PersonBrowser(identity.issuer).open(answer)).heading).toBe('This sign-in has ended');
    });

    it('twice', async () => {
      const { browser, answer } = await comeBack();
      expect((await browser.open(answer)).url.searchParams.get('code')).toMatch(/^.{40,}$/);
      expect((await browser.open(answer)).heading).toBe('This sign-in has ended');
    });

    it('with another state, without one, or at the address of another connection § V10.1.2 V10.2.2', async () => {
      const { browser, answer } = await comeBack();
      const uid = answer.searchParams.get('state')?.split('.', 1).join('') ?? '';
      for (const state of [`${uid}.${'x'.repeat(43)}`, 'x', '']) {
        const forged = new URL(answer);
        forged.searchParams.set('state', state);
        expect(['Sign in', 'This sign-in has ended']).toContain((await browser.open(forged)).heading);
      }
      const elsewhere = new URL(answer.href.replace('con_acme_sso', 'con_evil'));
      expect((await browser.open(elsewhere)).heading).toBe('Sign in');
      // The pending request is still usable after all of them.
      expect((await browser.open(answer)).url.searchParams.get('code')).toMatch(/^.{40,}$/);
    });

    it('with the code of another user', async () => {
      const [own, other] = [await comeBack(), await comeBack()];
      const mixed = new URL(own.answer);
      mixed.searchParams.set('code', other.answer.searchParams.get('code') ?? '');
      const page = await own.browser.open(mixed);
      expect([page.status, page.text.includes('The sign-in at your organization failed')]).toEqual([
        422,
        true,
      ]);
    });

    it('with an error', async () => {
      const browser = await acme.begin({ organization: 'org_acme' });
      upstream.persona = undefined;
      expect((await acme.goThrough(browser)).text).toContain(
        'The sign-in at your organization was cancelled',
      );
    });
  });

  it.each([
    ['is down', () => ({ status: 503, body: '' })],
    ['answers without end', () => ({ status: 200, body: JSON.stringify({ issuer: 'x'.repeat(300_000) }) })],
    [
      'says it is another',
      () => ({ status: 200, body: JSON.stringify({ issuer: 'https://other.example.org' }) }),
    ],
    [
      'leads to a page that is none',
      (issuer: string) => ({
        status: 200,
        body: JSON.stringify({ issuer, authorization_endpoint: 'javascript:alert(1)' }),
      }),
    ],
  ])('says so when its provider %s', async (_case, answerOf) => {
    const browser = await acme.begin({ organization: 'org_acme' });
    const { status, body } = answerOf(upstream.issuer);
    upstream.answer = (_req, res) => {
      res.writeHead(status, { 'content-type': 'application/json' }).end(body);
      return true;
    };
    const page = await browser.submit('/connection', { connection: 'con_acme_sso' });
    expect(page.text).toMatch(/is not responding/);
    expect(page.url.origin).toBe(identity.issuer);
  });

  /** The provider, whose discovery document names endpoints of another origin. */
  async function moveEndpoints(to: (elsewhere: string) => object): Promise<TestUpstream> {
    const redirectUris = [`${identity.issuer}/connections/con_acme_sso/callback`];
    const elsewhere = await startUpstream({ redirectUris });
    upstream.answer = (req, res) => {
      if (!req.url?.startsWith('/.well-known')) return false;
      const { issuer } = upstream;
      const own = {
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      };
      res.writeHead(200, { 'content-type': 'application/json' });
      res.end(JSON.stringify({ issuer, ...own, ...to(elsewhere.issuer) }));
      return true;
    };
    return elsewhere;
  }

  it('may have endpoints on other origins, if its discovery document names them', async () => {
    await acme.join();
    const { persona } = upstream;
    const elsewhere = await moveEndpoints((origin) => ({ jwks_uri: `${origin}/jwks` }));
    // It serves the keys of the issuer.
    elsewhere.answer = (req, res) => {
      if (req.url !== '/jwks') return false;
      void fetch(`${upstream.issuer}/jwks`).then(async (keys) => {
        res.writeHead(200, { 'content-type': 'application/json' }).end(await keys.text());
      });
      return true;
    };
    upstream.persona = persona;
    const browser = await acme.begin({ organization: 'org_acme' });
    expect((await acme.goThrough(browser)).url.searchParams.get('code')).toMatch(/^.{40,}$/);
    expect(elsewhere.requests).toEqual(['GET /jwks']);
    await elsewhere.close();
  });

  it('is contacted only at origins that its discovery document names § V13.2.4', async () => {
    const elsewhere = await moveEndpoints(() => ({}));
    upstream.persona = personaOf('x@example.com');
    const { answer } = upstream;
    upstream.answer = (req, res) => {
      if (!req.url?.startsWith('/jwks')) return answer?.(req, res) === true;
      res.writeHead(302, { location: `${elsewhere.issuer}/jwks` }).end();
      return true;
    };
    const browser = await acme.begin({ organization: 'org_acme' });
    await browser.submit('/connection', { connection: 'con_acme_sso' });
    expect((await passUpstream(browser, upstream)).text).toContain('is not responding');
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  it('is stored without its secret or its subjects in clear text', async () => {
    await acme.join();
    const rows = await identity.stores.sql(
      `SELECT connections::text || encode(upstream_client_secret, 'escape') AS row FROM identity.connections
       UNION ALL SELECT linked_identities::text || encode(subject_mac, 'escape') FROM identity.linked_identities`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toMatch(/canary|sub of/);
    const { text } = await identity.manage('GET', '/organizations/org_acme/connections');
    expect(text).toContain(upstream.issuer);
    expect(text).not.toContain('canary');
  });

  it.each([
    ['a database connection', { type: 'database' }],
    [
      'a plain http issuer',
      { upstream: { issuer: 'http://login.example.org', clientId: 'x', clientSecret: 'x' } },
    ],
    [
      'an issuer with a query',
      { upstream: { issuer: 'https://x.example/?a', clientId: 'x', clientSecret: 'x' } },
    ],
    ['an issuer without a secret', { upstream: { issuer: 'https://x.example', clientId: 'x' } }],
  ])('has no provider of %s § V10.5.3', async (_case, changes) => {
    const connection = { name: 'Wrong', type: 'enterprise', upstream: upstream.settings, ...changes };
    expect((await identity.manage('PUT', connectionPath, connection)).status).toBe(400);
  });
});
