import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { addDomain, domainsPath } from '../support/domains';

describe('GET /iam/domains', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 200 with the domains of the organization, ordered by name', async () => {
    for (const name of ['second.example', 'first.example']) await addDomain(app, { name });
    const { status, body, headers } = await app.ask('GET', domainsPath);
    expect([status, body]).toMatchObject([
      200,
      { domains: [{ name: 'first.example' }, { name: 'second.example' }] },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    const token = app.personToken({ org_id: 'org_globex' });
    expect((await app.ask('GET', domainsPath, { token })).body).toEqual({ domains: [] });
  });

  it('is open to a machine with the permission, which changes nothing', async () => {
    const { clientId } = await app.create();
    expect((await app.ask('GET', domainsPath, { token: app.machineToken(clientId) })).status).toBe(200);
  });
});
