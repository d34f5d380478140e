import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createIdentity, createUnusedIdentity, identitiesPath } from '../support/service-identities';

const inUse = {
  error: 'conflict',
  error_description: 'credentials use this service identity: revoke them first',
};

describe('DELETE /iam/service-identities/{id}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  const remove = (id: string) => app.ask('DELETE', `${identitiesPath}/${id}`);

  it('answers 409 while a credential uses it, and changes nothing', async () => {
    const { id, credentialId, clientId } = await createIdentity(app);
    const second = await app.create({ service_identity_id: id });
    expect(await remove(id)).toMatchObject({ status: 409, body: inUse });
    await app.ask('PATCH', `${identitiesPath}/${id}`, { body: { name: 'Exports' } });
    await app.manage('DELETE', `/${second.id}`);
    expect(await remove(id)).toMatchObject({ status: 409, body: inUse });
    expect((await app.ask('GET', '/self/me', { token: app.machineToken(clientId) })).status).toBe(200);
    await app.manage('DELETE', `/${credentialId}`);
    expect((await remove(id)).status).toBe(204);
  });

  it('answers 409 while a credential is being created for it', async () => {
    const { id } = await createUnusedIdentity(app);
    const held = app.provider.wire.hold();
    const creation = app.create({ service_identity_id: id });
    await held.reached;
    expect(await remove(id)).toMatchObject({ status: 409, body: inUse });
    held.release();
    expect((await app.manage('GET', `/${(await creation).id}`)).body).toMatchObject({
      service_identity_id: id,
    });
  });

  it('leaves a row of the refusal in the audit trail', async () => {
    const { id } = await createIdentity(app);
    await remove(id);
    expect(await app.sql('SELECT * FROM audit_trail WHERE target = $1', [id])).toMatchObject([
      { operation: 'service-identities:delete', outcome: 'refused', reason: 'conflict', org_id: app.orgId },
    ]);
  });
});
