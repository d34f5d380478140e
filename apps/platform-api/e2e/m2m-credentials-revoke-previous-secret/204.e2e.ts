import { makeKeyPair } from '@governance/iam/spec';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createOverlap } from '../support/overlaps';

describe('DELETE /iam/m2m-credentials/{credentialId}/previous-secret', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  async function secretsOf(id: string): Promise<unknown> {
    return (await app.manage('GET', `/${id}`)).body.secrets;
  }

  it('answers 204 without a body, ends the previous secret at once, and keeps the current one', async () => {
    const { id, clientId, secret, previous } = await createOverlap(app);
    expect(await secretsOf(id)).toMatchObject([
      { last_four: secret.slice(-4), expires_at: null },
      { last_four: previous.slice(-4), expires_at: expect.any(String) as unknown },
    ]);
    const { status, text, headers } = await app.manage('DELETE', `/${id}/previous-secret`);
    expect([status, text, headers.get('cache-control')]).toEqual([204, '', 'no-store']);
    expect(await app.provider.accepts(clientId, previous)).toBe(false);
    expect(await app.provider.accepts(clientId, secret)).toBe(true);
    expect(await secretsOf(id)).toMatchObject([{ last_four: secret.slice(-4) }]);
  });

  it('ends the previous key at once, and keeps the current one', async () => {
    const [before, after] = [makeKeyPair('ES256'), makeKeyPair('ES256')];
    const { id, clientId } = await app.create({ type: 'public_key', public_key: before.publicPem });
    const body = { new_public_key: after.publicPem, overlap_seconds: 3_600 };
    expect((await app.manage('POST', `/${id}/rotate-secret`, { body })).status).toBe(200);
    const working = (): Promise<boolean[]> =>
      Promise.all(
        [before, after].map(async ({ privatePem }) => {
          const proof = { clientId, privatePem, algorithm: 'ES256' } as const;
          return (await app.provider.requestToken(proof)) !== undefined;
        }),
      );
    expect(await working()).toEqual([true, true]);
    expect((await app.manage('DELETE', `/${id}/previous-secret`)).status).toBe(204);
    expect(await working()).toEqual([false, true]);
  });

  it('keeps issued tokens valid, and lets a machine with the permission call it', async () => {
    const { id, clientId } = await createOverlap(app);
    const token = app.machineToken(clientId);
    expect((await app.manage('DELETE', `/${id}/previous-secret`, { token })).status).toBe(204);
    expect((await app.ask('GET', '/self/me', { token })).status).toBe(200);
  });

  it('has one audit event, with the credential as its target', async () => {
    const { id } = await createOverlap(app);
    const { headers } = await app.manage('DELETE', `/${id}/previous-secret`);
    const rows = await app.sql('SELECT operation, target, outcome FROM audit_trail WHERE request_id = $1', [
      headers.get('x-request-id'),
    ]);
    const operation = 'm2m-credentials:revoke-previous-secret';
    expect(rows).toEqual([{ operation, target: id, outcome: 'done' }]);
  });
});
