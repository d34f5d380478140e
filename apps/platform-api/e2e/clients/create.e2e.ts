import { given, type HttpAnswer } from '@governance/testing';
import { clientsPath, createClient } from '../support/clients';
import { newOrganization, startCredentialsApp } from '../support/credentials-app';

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

describe('POST /org/clients', () => {
  const app = given(newOrganization);
  const create = (body: unknown, token = app.personToken()): Promise<HttpAnswer> =>
    app.ask('POST', clientsPath, { body, token });

  describe('201', () => {
    afterEach(() => app.sql('TRUNCATE org_clients CASCADE'));

    it('answers 201 with every member in its one form, and the path of the client § 10.18l', async () => {
      for (const id of ['user_ada', 'user_bob'])
        app.provider.members.put(app.orgId, { id, role: 'client-manager' });
      const { status, headers, body } = await create({
        name: '  Globex Ltd ',
        contact_name: 'Eva Muster',
        contact_email: 'Eva@GLOBEX.example',
        reference: 'CW-1042',
        domain: 'Zürich.example',
        tags: ['Healthcare', 'gold', 'GOLD'],
        owner_id: 'user_ada',
        member_ids: ['user_bob', 'user_ada', 'user_bob'],
        archived: true,
      });
      expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
      expect(body).toEqual({
        id: uuid,
        created_at: moment,
        updated_at: body.created_at,
        name: 'Globex Ltd',
        contact_name: 'Eva Muster',
        contact_email: 'Eva@globex.example',
        reference: 'CW-1042',
        domain: 'xn--zrich-kva.example',
        tags: ['gold', 'healthcare'],
        owner_id: 'user_ada',
        member_ids: ['user_ada', 'user_bob'],
        archived: true,
        latest_result: null,
      });
      expect(headers.get('location')).toBe(`https://api.example.org${clientsPath}/${String(body.id)}`);
    });

    it('takes null and "" for absent members', async () => {
      for (const absent of [null, '']) {
        const names = [
          'contact_name',
          'contact_email',
          'reference',
          'domain',
          'tags',
          'owner_id',
          'member_ids',
          'archived',
        ];
        const members = Object.fromEntries(names.map((name) => [name, absent]));
        const { status, body } = await create({ name: 'Globex', ...members });
        expect([status, body]).toEqual([
          201,
          {
            id: uuid,
            created_at: moment,
            updated_at: moment,
            name: 'Globex',
            contact_name: null,
            contact_email: null,
            reference: null,
            domain: null,
            tags: [],
            owner_id: null,
            member_ids: [],
            archived: false,
            latest_result: null,
          },
        ]);
      }
    });

    it('is in the audit trail, with its actor and target, and without a name § 10.18ai', async () => {
      const { clientId } = await app.create();
      const token = app.machineToken(clientId, { permissions: ['org:clients:write'] });
      const { body } = await create({ name: 'Globex Ltd' }, token);
      const rows = await app.sql('SELECT * FROM audit_trail WHERE target = $1', [body.id]);
      expect(rows).toMatchObject([
        { operation: 'org-clients:create', org_id: app.orgId, outcome: 'done', actor_subject: clientId },
      ]);
      expect(JSON.stringify(rows)).not.toContain('Globex');
    });
  });

  describe('400', () => {
    it.each([
      [{ name: 7 }, 'name must be a string'],
      [{ name: ' ' }, 'name must have 1 to 100 characters'],
      [{ name: 'a\u202eb' }, 'name must have no control, text-direction or other invisible characters'],
      [{ contact_name: 'a'.repeat(101) }, 'contact_name must have 1 to 100 characters'],
      [{ contact_email: 'Eva <eva@globex.example>' }, 'contact_email must be an email'],
      [{ reference: 'a'.repeat(65) }, 'reference must have 1 to 64 characters'],
      [{ domain: 'https://globex.example/' }, 'domain must be a domain, such as acme.example'],
      [{ tags: 'gold' }, 'tags must be an array of strings'],
      [{ tags: [['gold']] }, 'tags must be an array of strings'],
      [{ tags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }, 'tags must have at most 10 texts'],
      [{ tags: Array.from({ length: 200 }, () => 'gold') }, 'tags must have at most 10 texts'],
      [{ tags: ['a;b'] }, 'each tag must have no comma or semicolon'],
      [{ owner_id: 'user_of_others' }, 'owner_id must be the id of a member of the organization'],
      [{ member_ids: 'user_ada' }, 'member_ids must be an array of strings'],
      [{ member_ids: [7] }, 'member_ids must be an array of strings'],
      [{ member_ids: ['a b'] }, 'member_ids must be ids of members of the organization'],
      [{ member_ids: ['user_of_others'] }, 'member_ids must be ids of members of the organization'],
      [
        { member_ids: Array.from({ length: 51 }, (_, n) => `user_${n}`) },
        'member_ids must have at most 50 ids',
      ],
      [{ member_ids: Array.from({ length: 101 }, () => 'user_ada') }, 'member_ids must have at most 50 ids'],
      [{ archived: 'yes' }, 'archived must be true or false'],
      [{ id: 'mine' }, 'id is not a member of this request'],
    ])('refuses %j § 10.18m', async (members, text) => {
      app.provider.members.put('org_other', { id: 'user_of_others', role: 'viewer' });
      const { status, body } = await create({ name: 'Globex', ...members });
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
      expect(await app.sql('SELECT FROM org_clients')).toEqual([]);
    });
  });

  describe('409', () => {
    const small = given(() => startCredentialsApp({ settings: { CLIENTS_PER_ORGANIZATION: 2 } }));
    const conflict = (text: string): object => ({ error: 'conflict', error_description: text });

    it('refuses a reference that another client has, and lets each organization have it § 10.18p', async () => {
      await createClient(app, { reference: 'CW-1' });
      const { status, body } = await create({ name: 'Globex', reference: ' CW-1 ' });
      const text = 'another client of the organization has this reference';
      expect([status, body]).toEqual([409, conflict(text)]);
      await createClient(app, { reference: 'CW-1' }, { token: app.personToken({ org_id: 'org_other' }) });
    });

    it('refuses a client over the limit, until one is deleted § 10.18p', async () => {
      const id = await createClient(small);
      await createClient(small);
      const refused = await small.ask('POST', clientsPath, { body: { name: 'Third' } });
      const text = 'the organization has 2 clients already: delete one first';
      expect([refused.status, refused.body]).toEqual([409, conflict(text)]);
      await createClient(small, {}, { token: small.personToken({ org_id: 'org_other' }) });
      expect((await small.ask('DELETE', `${clientsPath}/${id}`)).status).toBe(204);
      await createClient(small);
    });
  });

  describe('503', () => {
    it('needs the identity provider for an owner alone § 10.18q', async () => {
      app.provider.wire.isDown = true;
      const body = { name: 'Globex', owner_id: 'user_ada' };
      expect((await create(body)).status).toBe(503);
      expect((await create({ name: 'Globex' })).status).toBe(201);
    });
  });
});
