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

  it('answers 401 without a valid token, and has no effect', async () => {
    const before = domainsState(app);
    for (const token of [undefined, 'nonsense', app.personToken({ exp: 1 })]) {
      const { status, body } = await send({ token });
      expect([status, body.error]).toEqual([401, 'invalid_token']);
    }
    expect([domainsState(app), await auditOf(app)]).toEqual([before, []]);
  });
});
