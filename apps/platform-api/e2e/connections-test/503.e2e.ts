import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, type Request } from '../support/credentials-app';
import {
  auditOf,
  connectionId,
  connectionsState,
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
  const send = (request: Request): Promise<HttpAnswer> => testConnection(app, id, request);

  it('answers 503 while the identity provider is unavailable, and has no effect', async () => {
    const before = await connectionsState(app);
    app.provider.wire.isDown = true;
    const { status, body, headers } = await send({});
    app.provider.wire.isDown = false;
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect([await connectionsState(app), await auditOf(app)]).toEqual([before, []]);
  });
});
