import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { addDomain, auditOf, checkDomain, domainsPath, removeDomain } from '../support/domains';

describe('DELETE /iam/domains/{domainName}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 204 without a body; the domain is gone with its proof, and another organization can prove it', async () => {
    const name = await addDomain(app);
    await checkDomain(app, name);
    const { status, text } = await removeDomain(app, name);
    expect([status, text]).toEqual([204, '']);
    expect((await app.ask('GET', domainsPath)).body).toEqual({ domains: [] });
    expect((await auditOf(app)).at(-1)).toMatchObject({
      operation: 'domains:remove',
      target: name,
      outcome: 'done',
    });
    expect((await removeDomain(app, name)).status).toBe(404);
    const token = app.personToken({ org_id: 'org_globex' });
    await addDomain(app, {}, { token });
    expect((await checkDomain(app, name, { token })).body).toMatchObject({ problem: null });
  });
});
