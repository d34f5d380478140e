import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { auditOf, createDomain, domainsPath, domainsState } from '../support/domains';

const notDomain = 'name must be a domain, such as example.org';
const noConnection = 'connection_id must name a connection of type enterprise of this organization';

describe('POST /iam/domains', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
    const password = { id: 'con_password', name: 'Password', type: 'database', enabled: true };
    app.provider.directory.connections.set(app.orgId, [password]);
  });
  afterAll(() => app.close());

  it.each([
    [{ name: undefined }, notDomain],
    [{ name: 7 }, 'name must be a string'],
    [{ name: 'localhost' }, notDomain],
    [{ name: '169.254.169.254' }, notDomain],
    [{ name: 'a@acme.example' }, notDomain],
    [{ name: '*.acme.example' }, notDomain],
    [{ name: 'co.uk' }, 'name must not be a public suffix'],
    [{ name: 'github.io' }, 'name must not be a public suffix'],
    [{ name: 'GMAIL.com' }, 'name must not be a domain of a mail provider'],
    [{ connection_id: 7 }, 'connection_id must be a string'],
    [{ connection_id: 'con_none' }, noConnection],
    [{ connection_id: 'con_password' }, noConnection],
    [{ proven_at: 'now' }, 'proven_at is not a member of this request'],
  ])('answers 400 to %j, and adds nothing', async (members, text) => {
    const before = domainsState(app);
    const { status, body } = await createDomain(app, members);
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    expect(domainsState(app)).toEqual(before);
    expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'invalid_request' });
  });

  it('answers 400 to a body that is not an object', async () => {
    for (const body of ['{', []]) expect((await app.ask('POST', domainsPath, { body })).status).toBe(400);
  });
});
