import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import {
  createIdentity,
  createUnusedIdentity,
  identitiesPath,
  listIdentities,
} from '../support/service-identities';

describe('DELETE /iam/service-identities/{id}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  const remove = (id: string) => app.ask('DELETE', `${identitiesPath}/${id}`);

  it('answers 204 without a body, and then answers 404', async () => {
    const other = await createIdentity(app);
    const { id } = await createUnusedIdentity(app);
    const { status, headers, text } = await remove(id.toUpperCase());
    expect([status, text, headers.get('cache-control')]).toEqual([204, '', 'no-store']);
    expect(headers.get('api-supported-versions')).toBe('1.0');
    expect((await listIdentities(app)).map((entry) => entry.id)).toEqual([other.id]);
    expect((await remove(id)).status).toBe(404);
    const renamed = await app.ask('PATCH', `${identitiesPath}/${id}`, { body: { name: 'Back' } });
    expect(renamed.status).toBe(404);
  });

  it('lets no further credential act for the service identity', async () => {
    const { id } = await createUnusedIdentity(app);
    expect((await remove(id)).status).toBe(204);
    const body = { name: 'Late', type: 'client_secret', service_identity_id: id };
    expect(await app.manage('POST', '', { body })).toMatchObject({
      status: 400,
      body: { error_description: 'service_identity_id must name a service identity of this organization' },
    });
  });

  it('is in the audit trail, with its actor and target', async () => {
    const { id } = await createUnusedIdentity(app);
    const { clientId } = await app.create();
    const token = app.machineToken(clientId);
    expect((await app.ask('DELETE', `${identitiesPath}/${id}`, { token })).status).toBe(204);
    const rows = await app.sql(
      `SELECT * FROM audit_trail WHERE target = $1 AND operation = 'service-identities:delete'`,
      [id],
    );
    expect(rows).toMatchObject([
      { outcome: 'done', org_id: app.orgId, actor_kind: 'machine', actor_subject: clientId },
    ]);
  });
});
