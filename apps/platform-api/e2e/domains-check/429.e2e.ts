import { probesPerWindow, probeWindowSeconds } from '../../src/connections/probe-limits';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { addDomain, auditOf, checkDomain, domainsPath, domainsState } from '../support/domains';

describe('POST /iam/domains/{domainName}/check', () => {
  let app: CredentialsApp;
  let name: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    name = await addDomain(app);
    app.provider.domains.problems.set(name, 'record_missing');
    const calls = Array.from({ length: probesPerWindow }, () => checkDomain(app, name));
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  });
  afterAll(() => app.close());

  it('answers 429 with Retry-After when the organization has used up its checks, and records it', async () => {
    const before = domainsState(app);
    app.provider.domains.problems.clear();
    const { status, body, headers } = await checkDomain(app, name);
    expect([status, body]).toEqual([
      429,
      {
        error: 'too_many_requests',
        error_description: 'too many checks of domains in this organization, try again later',
      },
    ]);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(probeWindowSeconds - 120);
    expect(seconds).toBeLessThanOrEqual(probeWindowSeconds);
    // The record was there, but no check has looked for it.
    expect(domainsState(app)).toEqual(before);
    expect((await auditOf(app)).at(-1)).toMatchObject({
      operation: 'domains:check',
      outcome: 'refused',
      reason: 'too_many_requests',
    });
  });

  it('leaves other organizations and other operations alone', async () => {
    const token = app.personToken({ org_id: 'org_globex' });
    expect((await checkDomain(app, name, { token })).status).toBe(404);
    expect((await app.ask('GET', domainsPath)).status).toBe(200);
    expect((await app.ask('POST', '/iam/connections/con_none/test')).status).toBe(404);
  });
});
