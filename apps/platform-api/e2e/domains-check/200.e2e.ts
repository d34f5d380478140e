import { domainProblems } from '@governance/iam';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { addDomain, auditOf, checkDomain } from '../support/domains';

describe('POST /iam/domains/{domainName}/check', () => {
  let app: CredentialsApp;
  let name: string;
  beforeEach(async () => {
    app = await startCredentialsApp();
    name = await addDomain(app);
  });
  afterEach(() => app.close());

  it('answers 200 with the proven domain, in any spelling of its name, and when repeated', async () => {
    for (const spelling of [name, 'ACME.Example']) {
      const { status, body } = await checkDomain(app, spelling, { body: {} });
      expect([status, body]).toMatchObject([
        200,
        { domain: { name, proven_at: '2026-11-20T12:00:00.000Z' }, problem: null },
      ]);
    }
    expect((await auditOf(app))[0]).toMatchObject({ operation: 'domains:check', target: name, reason: null });
  });

  it('answers 200 with each problem, and records it', async () => {
    for (const problem of domainProblems) {
      app.provider.domains.problems.set(name, problem);
      const { status, body } = await checkDomain(app, name);
      expect([status, body]).toMatchObject([200, { domain: { name, proven_at: null }, problem }]);
      expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'done', reason: problem });
    }
  });
});
