import { given } from '@governance/testing';
import { newOrganization, startCredentialsApp } from '../support/credentials-app';
import { startReconciler, untilSettled } from '../support/reconciler';

describe('DELETE /iam/m2m-credentials/{credentialId}', () => {
  const app = given(newOrganization);

  async function me(clientId: string, by = app): Promise<number> {
    return (await by.ask('GET', '/self/me', { token: app.machineToken(clientId) })).status;
  }

  it('answers 204 without a body, deletes the client and the binding, and then answers 404 § 1.4a 3c 4.2be 4.2bf', async () => {
    const { id, clientId, secret } = await app.create();
    const other = await app.create();
    const { status, headers, text } = await app.manage('DELETE', `/${id}`);
    expect([status, text]).toEqual([204, '']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('api-supported-versions')).toBe('1.0');
    expect(await app.provider.accepts(clientId, secret)).toBe(false);
    expect(app.provider.clientIds).toEqual([other.clientId]);
    const { body } = await app.manage('GET', '');
    expect((body.credentials as { id: string }[]).map((entry) => entry.id)).toEqual([other.id]);
    for (const [method, below] of [
      ['DELETE', `/${id}`],
      ['PATCH', `/${id}`],
      ['POST', `/${id}/rotate-secret`],
    ] as const) {
      const request = method === 'PATCH' ? { body: { name: 'a' } } : {};
      expect((await app.manage(method, below, request)).status).toBe(404);
    }
  });

  it('invalidates issued tokens at once on every replica', async () => {
    const { id, clientId } = await app.create();
    const replica = await startCredentialsApp({
      beside: app,
      settings: { OIDC_ISSUER: app.issuer.issuer },
    });
    expect([await me(clientId), await me(clientId, replica)]).toEqual([200, 200]);
    await app.manage('DELETE', `/${id}`);
    expect([await me(clientId), await me(clientId, replica)]).toEqual([401, 401]);
    await replica.close();
  });

  it('lets a machine revoke itself § 1.4b', async () => {
    const { id, clientId } = await app.create();
    const token = app.machineToken(clientId);
    expect((await app.manage('DELETE', `/${id}`, { token })).status).toBe(204);
    expect((await app.manage('DELETE', `/${id}`, { token })).status).toBe(401);
  });

  it('holds while the identity provider is unavailable, and reaches it later', async () => {
    const { id, clientId } = await app.create();
    app.provider.wire.isDown = true;
    expect((await app.manage('DELETE', `/${id}`)).status).toBe(204);
    app.provider.wire.isDown = false;
    expect(await me(clientId)).toBe(401);
    expect(app.provider.clientIds).toContain(clientId);

    const reconciler = await startReconciler(app);
    await untilSettled(app);
    await reconciler.close();
    expect(app.provider.clientIds).not.toContain(clientId);
  });
});
