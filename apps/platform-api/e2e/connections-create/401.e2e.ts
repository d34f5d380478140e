import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, type Request } from '../support/credentials-app';
import { auditOf, connectionsState, createConnection, startConnectionsApp } from '../support/connections';

describe('POST /iam/connections', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startConnectionsApp();
  });
  afterAll(() => app.close());
  const send = (request: Request): Promise<HttpAnswer> => createConnection(app, {}, request);

  it('answers 401 without a valid token, and has no effect', async () => {
    const before = await connectionsState(app);
    for (const token of [undefined, 'nonsense', app.personToken({ exp: 1 })]) {
      const { status, body } = await send({ token });
      expect([status, body.error]).toEqual([401, 'invalid_token']);
    }
    expect([await connectionsState(app), await auditOf(app)]).toEqual([before, []]);
  });
});
