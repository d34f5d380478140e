import { Database } from '@governance/postgres';
import { given, type HttpAnswer, opened, whileHeld } from '@governance/testing';
import { hashPassword } from '../src/people/password-hash';
import { startIdentityApp } from './support/identity-app';
import { openStores } from './support/identity-server';
import { addOrganization, addSecretMachine } from './support/machines';

describe('without its database the provider', () => {
  const identity = opened(startIdentityApp);
  let form: Record<string, string>;

  beforeAll(async () => {
    await addOrganization(identity.manage);
    const { clientId, secret } = await addSecretMachine(identity.manage);
    form = { client_id: clientId, client_secret: secret };
    expect((await identity.token(form)).status).toBe(200);
    await identity.stores.loseDatabase();
  });

  it('answers 503 to a token request, and never blames the client', async () => {
    const { status, headers, body } = await identity.token(form);
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(headers.get('retry-after')).toBe('2');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('answers 503 in the management API', async () => {
    const { status, body } = await identity.manage('GET', '/organizations');
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
  });

  it('is alive and not ready', async () => {
    expect((await identity.call('/health')).status).toBe(200);
    expect((await identity.call('/health/ready')).status).toBe(503);
  });

  it('still publishes its keys', async () => {
    const { status, body } = await identity.call('/jwks');
    expect([status, body.keys]).toMatchObject([200, [{ kty: 'EC' }]]);
  });

  it('shows a user a page that says so, at every step of a sign-in', async () => {
    const query = 'client_id=governance-cli&response_type=code';
    for (const path of [`/auth?${query}`, '/device', '/session/end', '/sign-in/any']) {
      const headers = { accept: 'text/html', cookie: 'session=any; sign-in-any=any; interaction=any' };
      const { status, text, headers: answered } = await identity.call(path, { headers });
      expect([path, status, answered.get('retry-after')]).toEqual([path, 503, '2']);
      expect(text).toContain('Try again in a moment');
    }
  });
});

describe('a provider that works on as many requests as it may', () => {
  const identity = opened(() => startIdentityApp({ MAX_CONCURRENT_REQUESTS: 1 }));
  let form: Record<string, string>;

  beforeAll(async () => {
    await addOrganization(identity.manage);
    const { clientId, secret } = await addSecretMachine(identity.manage);
    form = { client_id: clientId, client_secret: secret };
  });

  async function whileFull(work: () => Promise<void>): Promise<HttpAnswer> {
    const databaseUrl = identity.stores.ownerUrl;
    return whileHeld({ databaseUrl, table: 'identity.clients', request: () => identity.token(form) }, work);
  }

  it('answers 503 with Retry-After, and completes the token request in progress', async () => {
    const inProgress = await whileFull(async () => {
      for (const refused of [await identity.token(form), await identity.manage('GET', '/organizations')]) {
        expect(refused).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
        expect(refused.headers.get('retry-after')).toBe('2');
        expect(refused.headers.get('cache-control')).toBe('no-store');
      }
    });
    expect(inProgress).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
    expect((await identity.token(form)).status).toBe(200);
  });

  it('still answers probes', async () => {
    await whileFull(async () => {
      for (const probe of ['/health', '/health/ready']) expect((await identity.call(probe)).status).toBe(200);
    });
  });
});

describe('hashing many passwords', () => {
  const stores = given(openStores);
  afterAll(() => stores.drop());

  it('leaves room for new connections to the database § V15.2.2', async () => {
    let hashed = 0;
    const hashes = Array.from({ length: 12 }, async () => {
      await hashPassword('of a person who signs in');
      hashed += 1;
    });
    const database = await Database.open({ url: stores.databaseUrl });
    await database.close();
    expect(hashed).toBeLessThan(hashes.length / 2);
    await Promise.all(hashes);
  });
});
