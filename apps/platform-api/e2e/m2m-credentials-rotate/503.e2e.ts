import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { startReconciler, untilSettled } from '../support/reconciler';

describe('POST /iam/m2m-credentials/{credentialId}/rotate-secret while the identity provider is unavailable', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  async function failToRotate(id: string): Promise<void> {
    const { status, body } = await app.manage('POST', `/${id}/rotate-secret`);
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
  }

  async function reconcile(): Promise<void> {
    const reconciler = await startReconciler(app);
    await untilSettled(app);
    await reconciler.close();
  }

  it('answers 503, and the old secret still works', async () => {
    const { id, clientId, secret } = await app.create();
    app.provider.wire.isDown = true;
    await failToRotate(id);
    app.provider.wire.isDown = false;
    expect((await app.manage('POST', `/${id}/rotate-secret`)).status).toBe(409);

    await reconcile();
    expect(await app.provider.accepts(clientId, secret)).toBe(true);
    const { status, body } = await app.manage('POST', `/${id}/rotate-secret`);
    expect(status).toBe(200);
    expect(await app.provider.accepts(clientId, body.client_secret)).toBe(true);
  });

  it('has rotated completely when only the provider’s response was lost', async () => {
    const { id, clientId, secret } = await app.create();
    app.provider.wire.loseOne('answer', 0);
    await failToRotate(id);
    await reconcile();
    expect(await app.provider.accepts(clientId, secret)).toBe(false);
    const [row] = await app.sql('SELECT last_rotated_at > created_at AS rotated FROM m2m_credentials');
    expect(row).toEqual({ rotated: true });
    expect((await app.manage('POST', `/${id}/rotate-secret`)).status).toBe(200);
  });
});
