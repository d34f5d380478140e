import { randomUUID } from 'node:crypto';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { startReconciler, unfinished, untilSettled } from '../support/reconciler';

describe('POST /iam/m2m-credentials while the identity provider is unavailable', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  it('answers 503, and the reconciler undoes the creation', async () => {
    app.provider.wire.isDown = true;
    const body = { name: 'Nightly export', type: 'client_secret' };
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await app.manage('POST', '', { body, headers });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 503,
      body: {
        error: 'temporarily_unavailable',
        error_description: 'the service is temporarily unavailable, try again',
      },
    });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await app.manage('GET', '')).body).toEqual({ credentials: [] });
    expect(await unfinished(app)).toBe(1);

    app.provider.wire.isDown = false;
    const reconciler = await startReconciler(app);
    await untilSettled(app);
    await reconciler.close();
    expect(await app.sql('SELECT id FROM m2m_credentials')).toEqual([]);
    // The key is free again: the same creation can be repeated.
    expect((await app.manage('POST', '', { body, headers })).body).toHaveProperty('client_secret');
  });

  it('leaves no client behind when the provider’s response is lost', async () => {
    app.provider.wire.loseOne('answer', 2);
    const body = { name: 'Nightly export', type: 'client_secret' };
    expect((await app.manage('POST', '', { body })).status).toBe(503);
    expect(app.provider.clientIds).toHaveLength(1);
    const reconciler = await startReconciler(app);
    await untilSettled(app);
    await reconciler.close();
    expect(app.provider.clientIds).toEqual([]);
    expect((await app.manage('GET', '')).body).toEqual({ credentials: [] });
  });
});
