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
