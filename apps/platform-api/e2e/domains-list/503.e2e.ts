import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, type Request, startCredentialsApp } from '../support/credentials-app';
import { auditOf, domainsPath, domainsState } from '../support/domains';

describe('GET /iam/domains', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());
  const send = (request: Request): Promise<HttpAnswer> => app.ask('GET', domainsPath, request);

  it('answers 503 while the identity provider is unavailable, and has no effect', async () => {
    const before = domainsState(app);
    app.provider.wire.isDown = true;
    const { status, body, headers } = await send({});
    app.provider.wire.isDown = false;
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect([domainsState(app), await auditOf(app)]).toEqual([before, []]);
  });
});
