import { opened } from '@governance/testing';
import { credentialsPath, startCredentialsApp } from '../support/credentials-app';

const networks = { allowed_networks: ['192.0.2.0/24'] };

describe('a machine outside its allowed networks', () => {
  const app = opened(startCredentialsApp);

  it('writes nothing, and its refused write is in the audit trail', async () => {
    const { id, clientId } = await app.create(networks);
    const token = app.machineToken(clientId);
    const { status, body } = await app.manage('DELETE', `/${id}`, { token });
    expect([status, body.error]).toEqual([403, 'insufficient_permissions']);
    expect((await app.manage('GET', `/${id}`)).status).toBe(200);
    expect(
      await app.sql(
        `SELECT actor_kind, actor_client_id, operation, target, org_id, reason FROM audit_trail
         WHERE outcome = 'refused'`,
      ),
    ).toEqual([
      {
        actor_kind: 'machine',
        actor_client_id: clientId,
        operation: 'm2m-credentials:revoke',
        target: id,
        org_id: app.orgId,
        reason: 'insufficient_permissions',
      },
    ]);
  });

  it('cannot be distinguished by its permissions, and gets 401 once its credential is revoked', async () => {
    const { id, clientId } = await app.create(networks);
    const ask = (claims = {}): Promise<{ status: number; text: string }> =>
      app.ask('GET', credentialsPath, { token: app.machineToken(clientId, claims) });
    const [some, none] = [await ask(), await ask({ permissions: [] })];
    expect([some.status, some.text]).toEqual([none.status, none.text]);
    expect((await app.manage('DELETE', `/${id}`)).status).toBe(204);
    expect((await ask()).status).toBe(401);
  });
});
