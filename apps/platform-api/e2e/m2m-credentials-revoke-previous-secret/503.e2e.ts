import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createOverlap } from '../support/overlaps';
import { startReconciler, untilSettled } from '../support/reconciler';

describe('DELETE /iam/m2m-credentials/{credentialId}/previous-secret while the identity provider is unavailable', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  it.each(['request', 'answer'] as const)(
    'answers 503 when the %s is lost, and the reconciler ends the previous secret',
    async (loss) => {
      const { id, clientId, secret, previous } = await createOverlap(app);
      app.provider.wire.loseOne(loss, 0);
      const { status, body } = await app.manage('DELETE', `/${id}/previous-secret`);
      expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);

      const reconciler = await startReconciler(app);
      await untilSettled(app);
      await reconciler.close();
      expect(await app.provider.accepts(clientId, previous)).toBe(false);
      expect(await app.provider.accepts(clientId, secret)).toBe(true);
      expect((await app.manage('GET', `/${id}`)).body.secrets).toHaveLength(1);
      expect((await app.manage('DELETE', `/${id}/previous-secret`)).status).toBe(404);
    },
  );
});
