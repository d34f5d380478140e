import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { newOrganization } from '../support/credentials-app';
import { createIdentity, expectUnknown, identitiesPath, listIdentities } from '../support/service-identities';

describe('PATCH /iam/service-identities/{id}', () => {
  describe('200', () => {
    const app = given(newOrganization);
    afterEach(() => app.sql('TRUNCATE service_identities CASCADE'));
    const rename = (id: string, name: string) =>
      app.ask('PATCH', `${identitiesPath}/${id}`, { body: { name } });

    it('answers 200 with the renamed entry, which stays, and leaves its credentials as they are § 10.2f', async () => {
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
        expect(await rename(spelled, 'Exports')).toMatchObject({
          status: 200,
          body: { id, name: 'Exports' },
        });
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

  describe('400', () => {
    const app = given(newOrganization);
    let id: string;
    beforeAll(async () => {
      ({ id } = await createIdentity(app, { name: 'Before' }));
    });
    afterEach(async () => {
      const rows = await app.sql('SELECT name, is_kept FROM service_identities');
      expect(rows).toEqual([{ name: 'Before', is_kept: false }]);
    });

    async function refusal(body: unknown): Promise<string> {
      // The body is checked before the existence of the service identity.
      const answers = [
        await app.ask('PATCH', `${identitiesPath}/${id}`, { body }),
        await app.ask('PATCH', `${identitiesPath}/${randomUUID()}`, { body }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 400]);
      expect(answers[0]?.text).toBe(answers[1]?.text);
      return String(answers[0]?.body.error_description);
    }

    it.each(['{', '[]', '7', 'null', undefined])('refuses the body %p § 10.2g', async (body) => {
      expect(await refusal(body)).toMatch(/^the request body /);
    });

    it.each([
      undefined,
      null,
      '',
      ' ',
      'x'.repeat(101),
      'a\tb',
      'a\u0000b',
      '\udc00',
      'a\u202eb',
      '\u3164',
      7,
      ['a'],
    ])('refuses the name %j', async (name) => {
      expect(await refusal({ name })).toMatch(/^name must /);
    });

    it.each(['permissions', 'id', 'credentials', 'Name'])('refuses the unknown member %s', async (member) => {
      expect(await refusal({ name: 'After', [member]: 'x' })).toBe(
        `${member} is not a member of this request`,
      );
    });
  });

  describe('404', () => {
    const app = given(newOrganization);

    it('answers 404, identical to the byte, for one of another organization, an ended one and an unknown one § 10.2j', async () => {
      await expectUnknown(app, (id) =>
        app.ask('PATCH', `${identitiesPath}/${id}`, { body: { name: 'Stolen' } }),
      );
    });
  });
});
