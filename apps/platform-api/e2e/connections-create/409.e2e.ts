import { type CredentialsApp } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsState,
  createConnection,
  removeConnection,
  startConnectionsApp,
} from '../support/connections';

describe('POST /iam/connections at the limit of the organization', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startConnectionsApp();
    app.provider.directory.most = 2;
  });
  afterAll(() => app.close());

  it('answers 409 and adds nothing, until a connection is removed', async () => {
    const id = await connectionId(app);
    await connectionId(app);
    const before = await connectionsState(app);
    const { status, body } = await createConnection(app);
    expect([status, body]).toEqual([
      409,
      {
        error: 'conflict',
        error_description: 'the organization has the most connections that it may have: remove one first',
      },
    ]);
    expect(await connectionsState(app)).toEqual(before);
    expect(await auditOf(app)).toMatchObject([{ outcome: 'refused', reason: 'conflict', target: null }]);
    const token = app.personToken({ org_id: 'org_globex' });
    expect((await createConnection(app, {}, { token })).status).toBe(201);
    expect((await removeConnection(app, id)).status).toBe(204);
    expect((await createConnection(app)).status).toBe(201);
  });
});
