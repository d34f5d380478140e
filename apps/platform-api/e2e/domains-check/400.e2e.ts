import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { addDomain, checkDomain, domainsState } from '../support/domains';

describe('POST /iam/domains/{domainName}/check', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 400 to a body with members, or none of JSON, and proves nothing', async () => {
    const name = await addDomain(app);
    const before = domainsState(app);
    for (const body of [{ name: 'other.example' }, [], '{']) {
      expect((await checkDomain(app, name, { body })).status).toBe(400);
    }
    expect(domainsState(app)).toEqual(before);
  });
});
