import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createIdentity, identitiesPath, listIdentities } from '../support/service-identities';

describe('PATCH /iam/service-identities/{id}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.sql('TRUNCATE service_identities CASCADE'));
  afterAll(() => app.close());

  const rename = (id: string, name: string) =>
    app.ask('PATCH', `${identitiesPath}/${id}`, { body: { name } });

  it('answers 200 with the renamed entry, which stays, and leaves its credentials as they are', async () => {
    const { id, credentialId, clientId } = await createIdentity(app);
    const [before] = await listIdentities(app);
    const credential = (await app.manage('GET', `/${credentialId}`)).body;
    const { status, headers, body } = await rename(id, ' Exports ');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({ ...before, name: 'Exports', ends_with_last_credential: false });
    expect(await listIdentities(app)).toEqual([body]);
    expect((await app.manage('GET', `/${credentialId}`)).body).toEqual(credential);
    expect((await app.ask('GET', '/self/me', { token: app.machineToken(clientId) })).status).toBe(200);
  });

  it('answers 200 again to the same name, and to an id in upper case', async () => {
    const { id } = await createIdentity(app);
    for (const spelled of [id, id, id.toUpperCase()]) {
      expect(await rename(spelled, 'Exports')).toMatchObject({ status: 200, body: { id, name: 'Exports' } });
    }
  });

  it('answers 200 while the identity provider is unavailable: it does not know service identities', async () => {
    const { id } = await createIdentity(app);
    app.provider.wire.isDown = true;
    const { status } = await rename(id, 'Exports');
    app.provider.wire.isDown = false;
    expect(status).toBe(200);
    expect(await app.sql('SELECT * FROM credential_intents')).toEqual([]);
  });

  it('is in the audit trail, with its actor and target', async () => {
    const { id } = await createIdentity(app);
    await rename(id, 'Exports');
    const operation = 'service-identities:rename';
    expect(await app.sql('SELECT * FROM audit_trail WHERE target = $1', [id])).toMatchObject([
      { operation, outcome: 'done', org_id: app.orgId, actor_kind: 'person', actor_subject: 'person-1' },
    ]);
  });
});
