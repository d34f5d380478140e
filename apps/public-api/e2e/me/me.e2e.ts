import { type AuditContext, type Beginning, CredentialStore } from '@governance/iam';
import { PersistenceModule } from '@governance/persistence';
import { given, hostileTokens, startTokenIssuer, type TokenIssuer, urlAs } from '@governance/testing';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import {
  platformBaseUrl,
  type OwnPublicApp,
  type PublicApp,
  type PublicAppOptions,
  sharedPublicApp,
  startPublicApp,
} from '../support/public-app';

const anonymous = { authenticated: false, email: '', name: '', roles: [] };

describe('GET /api/me', () => {
  const app = given(sharedPublicApp);

  it('answers 200 and authenticated=false to an anonymous caller § 1.3a 1.3c 2.4a 2.4c 2.4e 2.4g 4.1c 5.1.1e 5.1.2a', async () => {
    const { status, headers, body } = await app.get('/api/me');
    expect({ status, body }).toEqual({ status: 200, body: anonymous });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('Authorization, Cookie');
  });

  it.each(['Bearer', 'Bearer x.y.z', 'Basic dTpw', 'nonsense'])(
    'answers 200 as anonymous to %s § 4.1e',
    async (authorization) => {
      const { status, body } = await app.get('/api/me', { authorization });
      expect({ status, body }).toEqual({ status: 200, body: anonymous });
    },
  );
});

const namespace = 'https://governance.example.org/claims/';

async function startWith(issuer: TokenIssuer): Promise<OwnPublicApp> {
  const settings = { OIDC_ISSUER: issuer.issuer, CLAIMS_NAMESPACE: namespace };
  return startPublicApp({ beside: await sharedPublicApp(), settings });
}

describe('GET /api/me with a token', () => {
  const issuer = given(() => startTokenIssuer({ audience: platformBaseUrl }));
  let app: OwnPublicApp;
  beforeAll(async () => {
    app = await startWith(issuer);
  });
  afterAll(async () => {
    await app.close();
    await issuer.close();
  });

  function me(token: string): ReturnType<PublicApp['get']> {
    return app.get('/api/me', { authorization: `Bearer ${token}` });
  }

  it('answers 200 and authenticated=true with email, name and roles of the token § 2.4b 2.4d 2.4f 2.4h 4.1d', async () => {
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

  it('answers with the standard claims if namespaced ones are absent, and else with empty members § 2.4b 2.4d 2.4f 2.4h', async () => {
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
      beside: app,
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

  it('distinguishes an anonymous caller from one with a token § 1.3c 5.1.2a', async () => {
    const [without, withOne] = [await app.get('/api/me'), await me(issuer.mint())];
    expect([without.status, without.body]).toEqual([200, anonymous]);
    expect([withOne.status, withOne.body.authenticated]).toEqual([200, true]);
  });

  it('answers 200 as anonymous to every invalid token § 4.1e 4.1f', async () => {
    for (const { name, mint } of hostileTokens()) {
      const { status, body } = await me(mint(issuer));
      expect({ name, status, body }).toEqual({ name, status: 200, body: anonymous });
    }
  });

  it('answers 200 as anonymous to a machine without an active credential § 4.1e', async () => {
    const token = issuer.mintForMachine('client-1', { claims: { org_id: 'org-1' } });
    expect((await me(token)).body).toEqual(anonymous);
  });

  it('answers 200 as anonymous to a token in the query § 4.1e', async () => {
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
  it('answers 200 as anonymous until the issuer answers, and when it is too slow § 4.1f', async () => {
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
    const app = await sharedPublicApp();
    const { status, body } = await app.get('/api/me', { authorization: `Bearer ${issuer.mint()}` });
    expect({ status, body }).toEqual({ status: 200, body: anonymous });
    await issuer.close();
  });
});

const orgId = 'org-1';

describe('GET /api/me for a machine', () => {
  const issuer = given(() => startTokenIssuer({ audience: platformBaseUrl }));
  const app = given(() => startPublicApp({ settings: settings() }));
  let stores: INestApplicationContext;
  let credentials: CredentialStore;

  beforeAll(async () => {
    const { keyringFile } = app;
    const role = 'governance_platform_api';
    const databaseUrl = await urlAs(app.databaseUrl, role);
    const persistence = PersistenceModule.forRoot({ databaseUrl, keyringFile, role });
    stores = await NestFactory.createApplicationContext(persistence, { logger: false });
    credentials = stores.get(CredentialStore);
  });
  afterAll(async () => {
    await stores.close();
    await app.close();
    await issuer.close();
  });

  function settings(): NonNullable<PublicAppOptions['settings']> {
    return { OIDC_ISSUER: issuer.issuer, CLAIMS_NAMESPACE: 'https://governance.example.org/claims/' };
  }

  /** Creates a credential as the platform does; returns its id. */
  async function create(
    clientId: string,
    { expiresAt, allowedNetworks }: { expiresAt?: Date; allowedNetworks?: readonly string[] } = {},
  ): Promise<string> {
    const id = randomUUID();
    const serviceIdentity = { kind: 'new', id: randomUUID(), permissions: new Set<never>() } as const;
    const draft = {
      id,
      issuer: issuer.issuer,
      name: 'Nightly export',
      type: 'public_key',
      serviceIdentity,
    } as const;
    const nothingElse = { description: undefined, validForDays: undefined, keyThumbprint: randomUUID() };
    const org = credentials.forOrg(orgId);
    const optional = { expiresAt, allowedNetworks, ...nothingElse };
    const begun = await org.beginCreation({ ...draft, ...optional }, beginning(id));
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    await org.finishCreation(begun.intent, { clientId, now: new Date() });
    return id;
  }

  function beginning(target: string): Beginning {
    const now = new Date();
    const actor = {
      kind: 'person',
      issuer: issuer.issuer,
      subject: 'person-1',
      clientId: undefined,
    } as const;
    const who = { actor, orgId, requestId: 'request-1', secondFactorAgeSeconds: undefined };
    const audit: AuditContext = { ...who, operation: 'm2m-credentials:create', target };
    return { intentId: randomUUID(), now, leaseUntil: new Date(now.getTime() + 60_000), audit };
  }

  async function me(clientId: string, { org = orgId, at = app } = {}): Promise<unknown> {
    const token = issuer.mintForMachine(clientId, { claims: { org_id: org, name: 'Export' } });
    return (await at.get('/api/me', { authorization: `Bearer ${token}` })).body;
  }

  it('recognizes it exactly as long as its credential exists', async () => {
    const id = await create('revoked');
    expect(await me('revoked')).toEqual({ ...anonymous, authenticated: true, name: 'Export' });
    await credentials.forOrg(orgId).revoke(id, beginning(id));
    expect(await me('revoked')).toEqual(anonymous);
  });

  it('treats it as anonymous in another organization, or with an expired key', async () => {
    await create('elsewhere');
    await create('expired', { expiresAt: new Date(Date.now() - 1) });
    expect(await me('elsewhere', { org: 'org-2' })).toEqual(anonymous);
    expect(await me('expired')).toEqual(anonymous);
  });

  it('treats it as anonymous outside its allowed networks', async () => {
    await create('near', { allowedNetworks: ['127.0.0.0/8'] });
    await create('far', { allowedNetworks: ['192.0.2.0/24'] });
    expect(await me('near')).toMatchObject({ authenticated: true });
    expect(await me('far')).toEqual(anonymous);
  });

  it('records when it was used, at the latest when the program exits', async () => {
    const id = await create('used');
    const replica = await startPublicApp({ beside: app, settings: settings() });
    const before = Date.now();
    await me('used', { at: replica });
    await replica.close();
    const found = await credentials.forOrg(orgId).find(id);
    expect(found?.lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before);
  });

  it('treats it as anonymous while the database is unavailable, and still answers', async () => {
    await create('lost');
    await stores.close();
    await app.loseDatabase();
    expect(await me('lost')).toEqual(anonymous);
  });
});
