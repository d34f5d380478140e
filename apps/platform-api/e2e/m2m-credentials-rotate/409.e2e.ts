import { until } from '@governance/testing';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

describe('POST /iam/m2m-credentials/{credentialId}/rotate-secret', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  async function conflict(id: string): Promise<unknown> {
    const { status, body } = await app.manage('POST', `/${id}/rotate-secret`);
    expect([status, body.error]).toEqual([409, 'conflict']);
    return body.error_description;
  }

  it('answers 409 while another rotation is in progress', async () => {
    const { id, clientId } = await app.create();
    const held = app.provider.wire.hold();
    const first = app.manage('POST', `/${id}/rotate-secret`);
    await held.reached;
    expect(await conflict(id)).toBe(
      'another change of this credential is not finished, try again in a moment',
    );
    held.release();
    const { status, body } = await first;
    expect(status).toBe(200);
    expect(await app.provider.accepts(clientId, body.client_secret)).toBe(true);
  });

  it('answers 409 when the credential is revoked at the same time, and the revocation holds', async () => {
    const { id, clientId } = await app.create();
    const held = app.provider.wire.hold();
    const rotation = conflict(id);
    await held.reached;
    const revocation = app.manage('DELETE', `/${id}`);
    // The revocation holds from its commit, before the provider has it.
    const revoked = `SELECT id FROM m2m_credentials WHERE id = $1 AND state = 'revoked'`;
    await until(async () => (await app.sql(revoked, [id])).length > 0);
    held.release();
    expect(await rotation).toBe(
      'this credential was changed or revoked by another request: check whether it still exists',
    );
    expect((await revocation).status).toBe(204);
    expect(app.provider.clientIds).not.toContain(clientId);
  });

  it('answers 409 when the provider no longer has the client', async () => {
    const { id, clientId } = await app.create();
    await app.provider.deleteClient(clientId);
    expect(await conflict(id)).toBe(
      'the identity provider no longer has the client of this credential: revoke it and create another',
    );
    expect((await app.manage('DELETE', `/${id}`)).status).toBe(204);
  });
});
