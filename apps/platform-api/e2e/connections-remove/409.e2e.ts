import { type CredentialsApp } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsState,
  password,
  removeConnection,
  startConnectionsApp,
} from '../support/connections';
import { leaveUnfinished, unfinished } from '../support/provider-changes';

describe('DELETE /iam/connections/{connectionId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startConnectionsApp();
  });
  afterAll(() => app.close());

  it('answers 409 if no account-admin could sign in afterwards, changes nothing, and cuts off no token', async () => {
    const id = await connectionId(app);
    app.provider.members.put(app.orgId, { id: 'person-1', role: 'account-admin', connectionId: id });
    app.provider.directory.needed.add(id);
    const before = await connectionsState(app);
    const { status, body } = await removeConnection(app, id);
    expect([status, body]).toEqual([
      409,
      {
        error: 'conflict',
        error_description:
          'no account-admin of the organization could sign in afterwards: give one another sign-in method first',
      },
    ]);
    expect(await connectionsState(app)).toEqual(before);
    expect(await auditOf(app)).toMatchObject([{ target: id, outcome: 'refused', reason: 'conflict' }]);
  });

  it('answers 409 for a password', async () => {
    const { status, body } = await removeConnection(app, password.id);
    expect([status, body.error_description]).toEqual([
      409,
      'only connections of type enterprise can be tested or removed',
    ]);
  });

  it('answers 409 while another change of the connection is not finished, and has no effect', async () => {
    const id = await connectionId(app);
    const finish = await leaveUnfinished(app, id);
    const before = await connectionsState(app);
    const { status, body } = await removeConnection(app, id);
    expect([status, body]).toEqual([409, unfinished]);
    expect(await connectionsState(app)).toEqual(before);
    expect((await auditOf(app)).at(-1)).toMatchObject({ target: id, outcome: 'refused', reason: 'conflict' });
    await finish();
    expect((await removeConnection(app, id)).status).toBe(204);
  });
});
