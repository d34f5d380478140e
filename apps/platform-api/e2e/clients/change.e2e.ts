import { permissionsOfRole } from '@governance/iam';
import { given, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { clientsPath, createClient } from '../support/clients';
import { newOrganization } from '../support/credentials-app';

const details = {
  contact_name: 'Eva',
  contact_email: 'eva@globex.example',
  reference: 'CW-1',
  tags: ['gold'],
};

describe('PATCH /org/clients/{clientId}', () => {
  const app = given(newOrganization);
  afterEach(() => app.sql('TRUNCATE org_clients CASCADE'));
  const change = (id: string, body: unknown): Promise<HttpAnswer> =>
    app.ask('PATCH', `${clientsPath}/${id}`, { body });

  describe('200', () => {
    it('answers 200 with the client after the change, of which absent members stay § 10.18r', async () => {
      const id = await createClient(app, details);
      const before = (await app.ask('GET', `${clientsPath}/${id}`)).body;
      const { status, headers, body } = await change(id.toUpperCase(), { name: 'Hooli', archived: true });
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      const { updated_at: changedAt, ...after } = body;
      expect({ ...after, updated_at: before.updated_at }).toEqual({
        ...before,
        name: 'Hooli',
        archived: true,
      });
      expect(Date.parse(String(changedAt))).toBeGreaterThanOrEqual(Date.parse(String(before.updated_at)));
      expect((await app.ask('GET', `${clientsPath}/${id}`)).body).toEqual(body);
    });

    it('clears what is null, and finds the client by its new words alone', async () => {
      const id = await createClient(app, details);
      const cleared = {
        contact_name: null,
        contact_email: null,
        reference: null,
        domain: null,
        owner_id: null,
      };
      const { status, body } = await change(id, { ...cleared, tags: [] });
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ ...cleared, tags: [], name: 'Globex Ltd' }),
      ]);
      for (const [query, count] of [
        ['search=eva', 0],
        ['search=globex', 1],
        ['tag=gold', 0],
      ] as const)
        expect((await app.ask('GET', `${clientsPath}?${query}`)).body.clients).toHaveLength(count);
    });

    it('is in the audit trail § 10.18ai', async () => {
      const id = await createClient(app);
      await change(id, { archived: true });
      const query = 'SELECT * FROM audit_trail WHERE target = $1 ORDER BY id DESC LIMIT 1';
      expect(await app.sql(query, [id])).toMatchObject([
        { operation: 'org-clients:update', outcome: 'done' },
      ]);
    });
  });

  it('answers 403 to a client manager and a machine who name members, and changes nothing § 10.22c', async () => {
    const [id, { clientId }] = [await createClient(app), await app.create()];
    app.provider.members.put(app.orgId, { id: 'user_ada', role: 'client-manager' });
    const manager = { sub: 'user_ada', permissions: [...permissionsOfRole('client-manager')] };
    for (const token of [app.personToken(manager), app.machineToken(clientId)]) {
      for (const body of [{ member_ids: ['user_ada'] }, { member_ids: [], name: 'Hooli' }]) {
        const answer = await app.ask('PATCH', `${clientsPath}/${id}`, { body, token });
        const error_description = 'only an account-admin decides which members a client is assigned to';
        expect([answer.status, answer.body]).toEqual([
          403,
          { error: 'insufficient_permissions', error_description },
        ]);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
      }
      expect((await app.ask('PATCH', `${clientsPath}/${id}`, { body: { tags: [] }, token })).status).toBe(
        200,
      );
    }
    const { body } = await app.ask('GET', `${clientsPath}/${id}`);
    expect(body).toMatchObject({ name: 'Globex Ltd', member_ids: [] });
  });

  it.each([
    [{ name: null }, 'name must be a string'],
    [{ name: '' }, 'name must have 1 to 100 characters'],
    [{ contact_email: '' }, 'contact_email must be an email'],
    [{ tags: null }, 'tags must be an array of strings'],
    [{ archived: null }, 'archived must be true or false'],
    [{ owner_id: 'user_unknown' }, 'owner_id must be the id of a member of the organization'],
    [{ created_at: '2026-01-01T00:00:00Z' }, 'created_at is not a member of this request'],
  ])('answers 400 to %j § 10.18s', async (members, text) => {
    const { status, body } = await change(await createClient(app), members);
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
  });

  it('answers 404, identical to the byte, for one of another organization and an unknown one, with any body § 10.18v 10.18ae', async () => {
    const token = app.personToken({ org_id: 'org_other' });
    const foreign = await createClient(app, { reference: 'CW-1' }, { token });
    const before = await app.sql('SELECT * FROM org_clients');
    const answers = new Set<string>();
    for (const id of [foreign, randomUUID(), 'not-an-id', '%00'])
      for (const body of [{}, { name: 'Theirs' }, { owner_id: 'user_unknown' }, { reference: 'CW-1' }]) {
        const { status, headers, text } = await change(id, body);
        const shown = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
        answers.add(JSON.stringify([status, shown, text]));
      }
    expect([...answers]).toEqual([expect.stringMatching(/^\[404,.*there is no client with this id/)]);
    expect(await app.sql('SELECT * FROM org_clients')).toEqual(before);
  });

  it('answers 409 for a reference that another client has § 10.18w', async () => {
    await createClient(app, { reference: 'CW-1' });
    const id = await createClient(app, { reference: 'CW-2' });
    const { status, body } = await change(id, { reference: 'CW-1' });
    const text = 'another client of the organization has this reference';
    expect([status, body]).toEqual([409, { error: 'conflict', error_description: text }]);
    expect((await change(id, { reference: 'CW-2' })).status).toBe(200);
  });
});

describe('DELETE /org/clients/{clientId}', () => {
  const app = given(newOrganization);
  const remove = (id: string, request = {}): Promise<HttpAnswer> =>
    app.ask('DELETE', `${clientsPath}/${id}`, request);

  it('answers 204 without a body, keeps nothing of the client, and then answers 404 § 10.18y', async () => {
    const id = await createClient(app, details);
    const { status, text } = await remove(id.toUpperCase());
    expect([status, text]).toEqual([204, '']);
    for (const table of ['org_clients', 'org_client_words'])
      expect(await app.sql(`SELECT FROM ${table} WHERE org_id = $1`, [app.orgId])).toEqual([]);
    expect((await remove(id)).status).toBe(404);
    await createClient(app, { reference: 'CW-1' });
  });

  it('is in the audit trail § 10.18ai', async () => {
    const id = await createClient(app);
    await remove(id);
    const query = 'SELECT * FROM audit_trail WHERE target = $1 ORDER BY id DESC LIMIT 1';
    expect(await app.sql(query, [id])).toMatchObject([{ operation: 'org-clients:delete', outcome: 'done' }]);
  });

  it('answers 400 to a body that is not JSON, although it needs none § 10.18z', async () => {
    const { status, body } = await remove(await createClient(app), { body: '{' });
    const text = 'the request body is not valid JSON';
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
  });

  it('answers 404, identical to the byte, for one of another organization and an unknown one § 10.18ac 10.18ae', async () => {
    const foreign = await createClient(app, {}, { token: app.personToken({ org_id: 'org_other' }) });
    const before = await app.sql('SELECT * FROM org_clients ORDER BY id');
    const answers = new Set<string>();
    for (const id of [foreign, randomUUID(), 'not-an-id', 'a'.repeat(300), '%27', '%00', '%zz']) {
      const { status, headers, text } = await remove(id);
      const shown = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      answers.add(JSON.stringify([status, shown, text]));
    }
    expect([...answers]).toEqual([expect.stringMatching(/^\[404,.*there is no client with this id/)]);
    expect(await app.sql('SELECT * FROM org_clients ORDER BY id')).toEqual(before);
  });
});
