import { type CredentialsApp } from '../support/credentials-app';
import {
  connectionId,
  connectionsPath,
  connectionsState,
  removeConnection,
  startConnectionsApp,
} from '../support/connections';

describe('DELETE /iam/connections/{connectionId}', () => {
  let app: CredentialsApp;
  let id: string;
  beforeAll(async () => {
    app = await startConnectionsApp();
    id = await connectionId(app);
  });
  afterAll(() => app.close());

  it('answers 400 to a body that is not JSON, although it needs none, and removes no connection', async () => {
    const before = await connectionsState(app);
    const { status, body } = await removeConnection(app, id, { body: '{' });
    const text = 'the request body is not valid JSON';
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    expect(await connectionsState(app)).toEqual(before);
  });

  it('answers 400 to an unsupported version, and removes no connection', async () => {
    const before = await connectionsState(app);
    const { status, body } = await app.ask('DELETE', `${connectionsPath}/${id}?api-version=2.0`);
    expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
    expect(await connectionsState(app)).toEqual(before);
  });
});
