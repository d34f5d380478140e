import { given } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import {
  createIdentity,
  createUnusedIdentity,
  expectUnknown,
  identitiesPath,
  listIdentities,
} from '../support/service-identities';

const inUse = {
  error: 'conflict',
  error_description: 'credentials use this service identity: revoke them first',
};

describe('DELETE /iam/service-identities/{id}', () => {
  describe('204, 409', () => {
    const app = given(newOrganization, beforeEach);
    const remove = (id: string) => app.ask('DELETE', `${identitiesPath}/${id}`);

    it('answers 204 without a body, and then answers 404 § 10.2l', async () => {
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

    it('answers 409 while a credential uses it, and changes nothing § 10.2q', async () => {
      const { id, credentialId, clientId } = await createIdentity(app);
      const second = await app.create({ service_identity_id: id });
      expect(await remove(id)).toMatchObject({ status: 409, body: inUse });
      await app.ask('PATCH', `${identitiesPath}/${id}`, { body: { name: 'Exports' } });
      await app.manage('DELETE', `/${second.id}`);
      expect(await remove(id)).toMatchObject({ status: 409, body: inUse });
      expect((await app.ask('GET', '/self/me', { token: app.machineToken(clientId) })).status).toBe(200);
      await app.manage('DELETE', `/${credentialId}`);
      expect((await remove(id)).status).toBe(204);
    });

    it('answers 409 while a credential is being created for it', async () => {
      const { id } = await createUnusedIdentity(app);
      const held = app.provider.wire.hold();
      const creation = app.create({ service_identity_id: id });
      await held.reached;
      expect(await remove(id)).toMatchObject({ status: 409, body: inUse });
      held.release();
      expect((await app.manage('GET', `/${(await creation).id}`)).body).toMatchObject({
        service_identity_id: id,
      });
    });

    it('leaves a row of the refusal in the audit trail', async () => {
      const { id } = await createIdentity(app);
      await remove(id);
      expect(await app.sql('SELECT * FROM audit_trail WHERE target = $1', [id])).toMatchObject([
        { operation: 'service-identities:delete', outcome: 'refused', reason: 'conflict', org_id: app.orgId },
      ]);
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    let path: string;
    beforeAll(async () => {
      path = `${identitiesPath}/${(await createUnusedIdentity(app)).id}`;
    });
    afterEach(async () => {
      expect(await app.sql('SELECT is_kept FROM service_identities')).toEqual([{ is_kept: true }]);
    });

    it('answers 400 to a body that is not JSON, although it needs none § 10.2m', async () => {
      const { status, body } = await app.ask('DELETE', path, { body: '{' });
      const text = 'the request body is not valid JSON';
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    });
  });

  describe('404', () => {
    const app = given(newOrganization);

    it('answers 404, identical to the byte, for one of another organization, an ended one and an unknown one § 10.2p', async () => {
      await expectUnknown(app, (id) => app.ask('DELETE', `${identitiesPath}/${id}`));
    });
  });
});
