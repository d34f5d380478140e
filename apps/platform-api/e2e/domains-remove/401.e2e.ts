import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, type Request, startCredentialsApp } from '../support/credentials-app';
import { addDomain, auditOf, domainsState, removeDomain } from '../support/domains';

describe('DELETE /iam/domains/{domainName}', () => {
  let app: CredentialsApp;
  let name: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    name = await addDomain(app);
  });
  afterAll(() => app.close());
  const send = (request: Request): Promise<HttpAnswer> => removeDomain(app, name, request);

  it('answers 401 without a valid token, and has no effect', async () => {
    const before = domainsState(app);
    for (const token of [undefined, 'nonsense', app.personToken({ exp: 1 })]) {
      const { status, body } = await send({ token });
      expect([status, body.error]).toEqual([401, 'invalid_token']);
    }
    expect([domainsState(app), await auditOf(app)]).toEqual([before, []]);
  });
});
