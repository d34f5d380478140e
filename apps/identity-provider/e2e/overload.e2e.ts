import { type HttpAnswer, whileHeld } from '@governance/testing';
import { type IdentityApp, startIdentityApp } from './support/identity-app';
import { addOrganization, addSecretMachine } from './support/machines';

describe('a provider that works on as many requests as it may', () => {
  let identity: IdentityApp;
  let form: Record<string, string>;

  beforeAll(async () => {
    identity = await startIdentityApp({ MAX_CONCURRENT_REQUESTS: 1 });
    await addOrganization(identity.manage);
    const { clientId, secret } = await addSecretMachine(identity.manage);
    form = { client_id: clientId, client_secret: secret };
  });
  afterAll(() => identity.close());

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
