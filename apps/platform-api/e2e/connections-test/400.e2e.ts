import { type CredentialsApp } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsPath,
  startConnectionsApp,
  testConnection,
} from '../support/connections';

describe('POST /iam/connections/{connectionId}/test', () => {
  let app: CredentialsApp;
  let id: string;
  beforeAll(async () => {
    app = await startConnectionsApp();
    id = await connectionId(app);
  });
  afterAll(() => app.close());

  it.each([
    ['{broken', 'the request body is not valid JSON'],
    [[], 'the request body must be a JSON object'],
    [{ issuer: 'http://169.254.169.254' }, 'issuer is not a member of this request'],
  ])('answers 400 to the body %j: only the stored issuer is tested', async (body, text) => {
    const answer = await testConnection(app, id, { body });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: text },
    ]);
    expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'invalid_request' });
  });

  it('answers 400 to an unsupported version', async () => {
    const { status, body } = await app.ask('POST', `${connectionsPath}/${id}/test?api-version=2.0`);
    expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
  });
});
