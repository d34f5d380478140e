import { ConsoleSessionStore, type NewConsoleSession } from '@governance/iam';
import { PersistenceModule } from '@governance/persistence';
import { given, type HttpAnswer, startTokenIssuer, urlAs, whileHeld } from '@governance/testing';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { randomBytes, randomUUID } from 'node:crypto';
import { platformBaseUrl, sharedPublicApp, startPublicApp } from '../support/public-app';

const anonymous = { authenticated: false, email: '', name: '', roles: [] };
const ada = { authenticated: true, email: 'ada@example.org', name: 'Ada', roles: [] };
const cookieName = '__Secure-site-session';
const hourMs = 3_600_000;

describe('GET /api/me with a console session', () => {
  const off = given(sharedPublicApp);
  const app = given(() => startPublicApp({ beside: off, settings: { SITE_COOKIE_DOMAIN: 'example.org' } }));
  let stores: INestApplicationContext;
  let sessions: ConsoleSessionStore;
  let session: NewConsoleSession & { readonly siteSecret: string };

  beforeAll(async () => {
    const { keyringFile } = app;
    const role = 'governance_platform_api';
    const databaseUrl = await urlAs(app.databaseUrl, role);
    const persistence = PersistenceModule.forRoot({ databaseUrl, keyringFile, role });
    stores = await NestFactory.createApplicationContext(persistence, { logger: false });
    sessions = stores.get(ConsoleSessionStore);
  });
  afterAll(async () => {
    await stores.close();
    await app.close();
  });
  beforeEach(async () => {
    session = newSession();
    await sessions.start(session);
  });

  /** As the console starts it. */
  function newSession(): typeof session {
    const createdAt = new Date();
    return {
      id: randomUUID(),
      secret: newSecret(),
      siteSecret: newSecret(),
      person: { issuer: 'https://identity.example.org', subject: randomUUID() },
      tokens: { accessToken: 'access-token', expiresAt: 0 },
      name: ada.name,
      email: ada.email,
      browser: 'Firefox on Linux',
      createdAt,
      endsAt: new Date(createdAt.getTime() + hourMs),
    };
  }

  function newSecret(): string {
    return randomBytes(32).toString('base64url');
  }

  function me(secret = session.siteSecret, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    return app.get('/api/me', { cookie: `theme=dark; ${cookieName}=${secret}`, ...headers });
  }

  const change = (text: string): Promise<unknown> =>
    app.sql(`UPDATE console_sessions SET ${text} WHERE id = $1`, [session.id]);

  it('answers 200 with the person of a console session § 5.1.2b', async () => {
    const { status, headers, body } = await me();
    expect({ status, body }).toEqual({ status: 200, body: ada });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('Authorization, Cookie');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('answers 200 as anonymous to a guessed or malformed cookie, and to the secret of the console', async () => {
    const others = [newSecret(), session.secret, session.id, `${session.siteSecret}A`, '', "' OR true --"];
    for (const secret of others) {
      const { status, body } = await me(secret);
      expect({ secret, status, body }).toEqual({ secret, status: 200, body: anonymous });
    }
    for (const name of ['console-session', '__Host-console-session', 'site-session'])
      for (const secret of [session.secret, session.siteSecret])
        expect((await app.get('/api/me', { cookie: `${name}=${secret}` })).body).toEqual(anonymous);
  });

  it.each([
    ['idle', `last_used_at = last_used_at - interval '30 minutes'`],
    ['over', `created_at = created_at - interval '12 hours', ends_at = now() - interval '1 second'`],
  ])('answers 200 as anonymous for a session that is %s', async (_name, text) => {
    expect((await me()).body).toEqual(ada);
    await change(text);
    expect((await me()).body).toEqual(anonymous);
  });

  it('answers 200 as anonymous for a session that was ended, alone or with all others', async () => {
    const other = { ...newSession(), person: session.person };
    await sessions.start(other);
    await sessions.endOthers(session.person, other.id);
    expect([(await me()).body, (await me(other.siteSecret)).body]).toEqual([anonymous, ada]);
    await sessions.end(other.person, other.id);
    expect((await me(other.siteSecret)).body).toEqual(anonymous);
  });

  it('does not prolong the session', async () => {
    const used = (): Promise<unknown> =>
      app.sql('SELECT last_used_at FROM console_sessions WHERE id = $1', [session.id]);
    const before = await used();
    await me();
    expect(await used()).toEqual(before);
  });

  it('answers 200 for the token when one is sent, valid or not', async () => {
    const issuer = await startTokenIssuer({ audience: platformBaseUrl });
    const both = await startPublicApp({
      beside: app,
      settings: {
        SITE_COOKIE_DOMAIN: 'example.org',
        OIDC_ISSUER: issuer.issuer,
        CLAIMS_NAMESPACE: 'https://governance.example.org/claims/',
      },
    });
    const cookie = `${cookieName}=${session.siteSecret}`;
    const asked = async (authorization: string): Promise<unknown> =>
      (await both.get('/api/me', { cookie, authorization })).body;
    const token = issuer.mint({ claims: { name: 'Grace', email: 'grace@example.org' } });
    expect(await asked(`Bearer ${token}`)).toEqual({ ...ada, name: 'Grace', email: 'grace@example.org' });
    for (const other of [`Bearer ${token}x`, 'Bearer', 'Basic dTpw'])
      expect(await asked(other)).toEqual(anonymous);
    expect((await both.get('/api/me', { cookie })).body).toEqual(ada);
    await both.close();
    await issuer.close();
  });

  it('answers 200 as anonymous to requests of other sites and hosts, and grants none the response', async () => {
    const listed = 'https://app.example.org';
    const open = await startPublicApp({
      beside: app,
      settings: { SITE_COOKIE_DOMAIN: 'example.org', CORS_ORIGINS: [listed] },
    });
    const cookie = `${cookieName}=${session.siteSecret}`;
    for (const origin of [listed, 'https://evil.example', 'https://other.example.org', 'null']) {
      const { headers, body } = await open.get('/api/me', { cookie, origin, 'sec-fetch-site': 'same-site' });
      expect([origin, body]).toEqual([origin, anonymous]);
      // A browser gives a page no response to a request with cookies, unless this header is `true`.
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBe(origin === listed ? listed : null);
    }
    for (const site of ['cross-site', 'same-site'])
      expect((await open.get('/api/me', { cookie, 'sec-fetch-site': site })).body).toEqual(anonymous);
    for (const site of ['same-origin', 'none'])
      expect((await open.get('/api/me', { cookie, 'sec-fetch-site': site })).body).toEqual(ada);
    await open.close();
  });

  it('answers 200 as anonymous without the setting', async () => {
    for (const name of [cookieName, 'site-session']) {
      const answer = await off.get('/api/me', { cookie: `${name}=${session.siteSecret}` });
      expect([answer.status, answer.body]).toEqual([200, anonymous]);
    }
  });

  it('reads nothing for an anonymous caller, and one person for a session', async () => {
    const relay = await countingRelay(new URL(app.databaseUrl));
    const url = Object.assign(new URL(await urlAs(app.databaseUrl, 'governance_public_api')), {
      hostname: '127.0.0.1',
      port: String(relay.port),
    });
    const settings = { SITE_COOKIE_DOMAIN: 'example.org', DATABASE_URL: url.href };
    const counted = await startPublicApp({ beside: app, settings });
    const ask = (cookie: string): Promise<HttpAnswer> => counted.get('/api/me', { cookie });
    const before = relay.bytesToServer();
    for (const cookie of ['', 'theme=dark', `${cookieName}=malformed`, `console-session=${session.secret}`])
      for (let times = 0; times < 25; times++) expect((await ask(cookie)).body).toEqual(anonymous);
    expect(relay.bytesToServer()).toBe(before);
    expect((await ask(`${cookieName}=${session.siteSecret}`)).body).toEqual(ada);
    expect(relay.bytesToServer()).toBeGreaterThan(before);
    await counted.close();
    await relay.close();
  });

  it('answers an anonymous caller while the sessions are locked', async () => {
    const request = (): Promise<HttpAnswer> => me();
    const held = { databaseUrl: app.databaseUrl, table: 'console_sessions', request };
    const answer = await whileHeld(held, async () => {
      expect((await app.get('/api/me')).body).toEqual(anonymous);
    });
    expect(answer.body).toEqual(ada);
  });
});

describe('GET /api/me with a console session while the database is unavailable', () => {
  it('answers 200 as anonymous', async () => {
    const app = await startPublicApp({ settings: { SITE_COOKIE_DOMAIN: 'example.org' } });
    await app.loseDatabase();
    const { status, body } = await app.get('/api/me', { cookie: `${cookieName}=${'A'.repeat(43)}` });
    expect({ status, body }).toEqual({ status: 200, body: anonymous });
    await app.close();
  });
});

interface CountingRelay {
  readonly port: number;
  bytesToServer(): number;
  close(): Promise<void>;
}

/** Forwards to a database server, and counts what clients send. */
async function countingRelay({ hostname, port }: URL): Promise<CountingRelay> {
  let bytes = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.on('data', (data) => (bytes += data.length));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    bytesToServer: () => bytes,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
