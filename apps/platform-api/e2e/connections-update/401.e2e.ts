import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, type Request } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsState,
  startConnectionsApp,
  updateConnection,
} from '../support/connections';

describe('PATCH /iam/connections/{connectionId}', () => {
  let app: CredentialsApp;
  let id: string;
  beforeAll(async () => {
    app = await startConnectionsApp();
    id = await connectionId(app);
  });
  afterAll(() => app.close());
  const send = (request: Request): Promise<HttpAnswer> =>
    updateConnection(app, id, { body: { enabled: false }, ...request });

  it('answers 401 without a valid token, and has no effect', async () => {
    const before = await connectionsState(app);
    for (const token of [undefined, 'nonsense', app.personToken({ exp: 1 })]) {
      const { status, body } = await send({ token });
      expect([status, body.error]).toEqual([401, 'invalid_token']);
    }
    expect([await connectionsState(app), await auditOf(app)]).toEqual([before, []]);
  });
});
