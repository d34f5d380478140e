import { type CredentialsApp } from '../support/credentials-app';
import { startConnectionsApp } from '../support/connections';
import { addDomain, auditOf, domainsState, removeDomain } from '../support/domains';
import { leaveUnfinished, unfinished } from '../support/provider-changes';

describe('DELETE /iam/domains/{domainName}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startConnectionsApp();
  });
  afterAll(() => app.close());

  it('answers 409 while another change of the domain is not finished, and has no effect', async () => {
    const name = await addDomain(app);
    const finish = await leaveUnfinished(app, name);
    const before = domainsState(app);
    const { status, body } = await removeDomain(app, name);
    expect([status, body]).toEqual([409, unfinished]);
    expect(domainsState(app)).toEqual(before);
    expect(await auditOf(app)).toMatchObject([{ outcome: 'refused', reason: 'conflict' }]);
    await finish();
    expect((await removeDomain(app, name)).status).toBe(204);
  });
});
