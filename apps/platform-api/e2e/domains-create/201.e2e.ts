import { connectionId } from '../support/connections';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { checkDomain, createDomain, domainsPath } from '../support/domains';

describe('POST /iam/domains', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 201 with the record to publish, lists the domain, and keeps challenge and proof when repeated', async () => {
    const connection_id = await connectionId(app);
    const { status, body, headers } = await createDomain(app, { name: 'ACME.Example', connection_id });
    const domain = {
      name: 'acme.example',
      connection_id,
      challenge: {
        name: '_governance-challenge.acme.example',
        value: 'A'.repeat(43),
        expires_at: '2026-11-27T12:00:00.000Z',
      },
      proven_at: null,
      missing_since: null,
      lapsed_at: null,
      created_at: '2026-11-20T12:00:00.000Z',
    };
    expect([status, body, headers.get('cache-control')]).toEqual([201, domain, 'no-store']);
    expect((await app.ask('GET', domainsPath)).body).toEqual({ domains: [domain] });
    await checkDomain(app, 'acme.example');
    const again = await createDomain(app, { connection_id: '' });
    const proven_at = '2026-11-20T12:00:00.000Z';
    expect([again.status, again.body]).toEqual([201, { ...domain, connection_id: null, proven_at }]);
    const rows = await app.sql(
      `SELECT operation, target, outcome FROM audit_trail WHERE operation = 'domains:create'`,
    );
    const row = { operation: 'domains:create', target: 'acme.example', outcome: 'done' };
    expect(rows).toEqual([row, row]);
  });
});
