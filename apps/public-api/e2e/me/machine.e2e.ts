import { type AuditContext, type Beginning, CredentialStore } from '@governance/iam';
import { PersistenceModule } from '@governance/persistence';
import { startTokenIssuer, type TokenIssuer, urlAs } from '@governance/testing';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import {
  platformBaseUrl,
  type PublicApp,
  type PublicAppOptions,
  startPublicApp,
} from '../support/public-app';

const orgId = 'org-1';
const anonymous = { authenticated: false, email: '', name: '', roles: [] };

describe('GET /api/me for a machine', () => {
  let issuer: TokenIssuer;
  let app: PublicApp;
  let stores: INestApplicationContext;
  let credentials: CredentialStore;

  beforeEach(async () => {
    issuer = await startTokenIssuer({ audience: platformBaseUrl });
    app = await startPublicApp({ settings: settings() });
    const { keyringFile } = app;
    const role = 'governance_platform_api';
    const databaseUrl = await urlAs(app.databaseUrl, role);
    const persistence = PersistenceModule.forRoot({ databaseUrl, keyringFile, role });
    stores = await NestFactory.createApplicationContext(persistence, { logger: false });
    credentials = stores.get(CredentialStore);
  });
  afterEach(async () => {
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
    const id = await create('client-1');
    expect(await me('client-1')).toEqual({ ...anonymous, authenticated: true, name: 'Export' });
    await credentials.forOrg(orgId).revoke(id, beginning(id));
    expect(await me('client-1')).toEqual(anonymous);
  });

  it('treats it as anonymous in another organization, or with an expired key', async () => {
    await create('client-1');
    await create('client-2', { expiresAt: new Date(Date.now() - 1) });
    expect(await me('client-1', { org: 'org-2' })).toEqual(anonymous);
    expect(await me('client-2')).toEqual(anonymous);
  });

  it('treats it as anonymous outside its allowed networks', async () => {
    await create('client-1', { allowedNetworks: ['127.0.0.0/8'] });
    await create('client-2', { allowedNetworks: ['192.0.2.0/24'] });
    expect(await me('client-1')).toMatchObject({ authenticated: true });
    expect(await me('client-2')).toEqual(anonymous);
  });

  it('treats it as anonymous while the database is unavailable, and still answers', async () => {
    await create('client-1');
    await stores.close();
    await app.loseDatabase();
    expect(await me('client-1')).toEqual(anonymous);
  });

  it('records when it was used, at the latest when the program exits', async () => {
    const id = await create('client-1');
    const replica = await startPublicApp({ beside: app, settings: settings() });
    const before = Date.now();
    await me('client-1', { at: replica });
    await replica.close();
    const found = await credentials.forOrg(orgId).find(id);
    expect(found?.lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before);
  });
});
