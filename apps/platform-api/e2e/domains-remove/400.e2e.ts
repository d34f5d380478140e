import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { addDomain, domainsPath, domainsState, removeDomain } from '../support/domains';

describe('DELETE /iam/domains/{domainName}', () => {
  let app: CredentialsApp;
  let name: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    name = await addDomain(app);
  });
  afterAll(() => app.close());

  it('answers 400 to a body that is not JSON, although it needs none, and removes no domain', async () => {
    const before = domainsState(app);
    const { status, body } = await removeDomain(app, name, { body: '{' });
    const text = 'the request body is not valid JSON';
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    expect(domainsState(app)).toEqual(before);
  });

  it('answers 400 to an unsupported version, and removes no domain', async () => {
    const before = domainsState(app);
    const { status, body } = await app.ask('DELETE', `${domainsPath}/${name}?api-version=2.0`);
    expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
    expect(domainsState(app)).toEqual(before);
  });
});
