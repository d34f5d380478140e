import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { addDomain, auditOf, checkDomain, domainsState } from '../support/domains';

describe('POST /iam/domains/{domainName}/check', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 409 when another organization has proven the domain, and changes nothing', async () => {
    const token = app.personToken({ org_id: 'org_globex' });
    const name = await addDomain(app);
    await addDomain(app, {}, { token });
    expect((await checkDomain(app, name, { token })).body).toMatchObject({ problem: null });
    const before = domainsState(app);
    const { status, body } = await checkDomain(app, name);
    expect([status, body]).toEqual([
      409,
      { error: 'conflict', error_description: 'another organization has proven this domain' },
    ]);
    expect(domainsState(app)).toEqual(before);
    expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'conflict' });
  });
});
