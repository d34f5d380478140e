import { type CredentialsApp } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsPath,
  removeConnection,
  startConnectionsApp,
} from '../support/connections';

describe('DELETE /iam/connections/{connectionId}', () => {
  let app: CredentialsApp;
  let id: string;
  beforeEach(async () => {
    app = await startConnectionsApp();
    id = await connectionId(app);
  });
  afterEach(() => app.close());

  it('answers 204 without a body; the connection is gone from the list, and the audit trail names it', async () => {
    const { status, text } = await removeConnection(app, id);
    expect([status, text]).toEqual([204, '']);
    expect((await app.ask('GET', connectionsPath)).text).not.toContain(id);
    expect(await auditOf(app)).toEqual([
      {
        operation: 'connections:remove',
        target: id,
        outcome: 'done',
        reason: null,
        actor_kind: 'person',
        actor_subject: 'person-1',
        org_id: app.orgId,
      },
    ]);
    expect((await removeConnection(app, id)).status).toBe(404);
  });

  it('ends the tokens of its members in this organization', async () => {
    app.provider.members.put(app.orgId, { id: 'by-connection', role: 'viewer', connectionId: id });
    const ask = async (claims: object): Promise<number> =>
      (await app.ask('PATCH', '/self/profile', { token: app.personToken({ ...claims }), body: {} })).status;
    expect(await ask({ sub: 'by-connection' })).toBe(200);
    await removeConnection(app, id);
    expect(await ask({ sub: 'by-connection' })).toBe(401);
    expect(await ask({ sub: 'by-connection', org_id: 'org_globex' })).toBe(200);
    expect(await ask({ sub: 'by-password' })).toBe(200);
  });

  it('can be repeated after a lost call, and access ends first', async () => {
    app.provider.members.put(app.orgId, { id: 'by-connection', role: 'viewer', connectionId: id });
    // The last call to the provider: after it was disabled, and after the cut-off.
    app.provider.wire.loseOne('request', 3);
    expect((await removeConnection(app, id)).status).toBe(503);
    expect(app.provider.directory.all(app.orgId)).toMatchObject([{}, { id, enabled: false }]);
    expect(await app.sql('SELECT subject FROM token_cut_offs')).toEqual([{ subject: 'by-connection' }]);
    expect((await removeConnection(app, id)).status).toBe(204);
  });
});
