import { until } from '@governance/testing';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createOverlap } from '../support/overlaps';

describe('DELETE /iam/m2m-credentials/{credentialId}/previous-secret', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  async function conflict(id: string): Promise<unknown> {
    const { status, body } = await app.manage('DELETE', `/${id}/previous-secret`);
    expect([status, body.error]).toEqual([409, 'conflict']);
    return body.error_description;
  }

  it('answers 409 while a rotation is in progress, which then ends both secrets', async () => {
    const { id, clientId, secret, previous } = await createOverlap(app);
    const held = app.provider.wire.hold();
    const rotation = app.manage('POST', `/${id}/rotate-secret`);
    await held.reached;
    expect(await conflict(id)).toBe(
      'another change of this credential is not finished, try again in a moment',
    );
    held.release();
    const { body } = await rotation;
    for (const old of [secret, previous]) expect(await app.provider.accepts(clientId, old)).toBe(false);
    expect(await app.provider.accepts(clientId, body.client_secret)).toBe(true);
  });

  it('answers 409 when the credential is revoked at the same time, and the revocation holds', async () => {
    const { id, clientId } = await createOverlap(app);
    const held = app.provider.wire.hold();
    const ending = conflict(id);
    await held.reached;
    const revocation = app.manage('DELETE', `/${id}`);
    await until(async () => (await app.manage('GET', `/${id}`)).status === 404);
    held.release();
    expect(await ending).toBe(
      'this credential was changed or revoked by another request: check whether it still exists',
    );
    expect((await revocation).status).toBe(204);
    expect(app.provider.clientIds).not.toContain(clientId);
  });
});
