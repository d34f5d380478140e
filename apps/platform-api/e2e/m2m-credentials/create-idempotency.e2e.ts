import { given, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { newOrganization } from '../support/credentials-app';

const request = { name: 'Nightly export', type: 'client_secret' };

describe('POST /iam/m2m-credentials with an Idempotency-Key', () => {
  const app = given(newOrganization);
  afterEach(() => app.sql('TRUNCATE service_identities CASCADE'));

  function create(key: string, body: object = request, token = app.personToken()): Promise<HttpAnswer> {
    return app.manage('POST', '', { body, token, headers: { 'idempotency-key': key } });
  }

  async function count(): Promise<unknown> {
    const [row] = await app.sql('SELECT count(*)::int AS count FROM m2m_credentials');
    return row?.count;
  }

  it('answers 201 with the same credential, marked as a replay, without its secret § 2.9o 2.9p 8g', async () => {
    const key = randomUUID();
    const clients = app.provider.clientIds.length;
    const first = await create(key);
    const second = await create(key);
    const { client_secret, ...rest } = first.body;
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(second.body).toEqual(rest);
    expect(second.text).not.toContain('secret');
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(await count()).toBe(1);
    expect(app.provider.clientIds).toHaveLength(clients + 1);
    expect(await app.provider.accepts(rest.client_id, client_secret)).toBe(true);
  });

  it('answers 201 with the credential as created, although it was renamed, and marks a revoked one', async () => {
    const key = randomUUID();
    const { client_secret, ...created } = (await create(key)).body;
    expect(client_secret).toBeDefined();
    const below = `/${String(created.id)}`;
    await app.manage('PATCH', below, { body: { name: 'Renamed' } });
    expect((await create(key)).body).toEqual(created);
    expect((await app.manage('DELETE', below)).status).toBe(204);
    const { status, headers, body } = await create(key);
    expect([status, headers.get('idempotency-replayed'), body]).toEqual([
      201,
      'true',
      { ...created, revoked: true },
    ]);
  });

  it('answers 422 to the same key with other permissions', async () => {
    const key = randomUUID();
    await create(key);
    expect((await create(key, { ...request, permissions: [] })).status).toBe(422);
    expect((await create(key, { ...request, permissions: null })).status).toBe(201);
  });

  it('answers 422 to the same key with another body', async () => {
    const key = randomUUID();
    await create(key);
    const { status, body } = await create(key, { ...request, name: 'Another' });
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        error: 'invalid_request',
        error_description: 'this Idempotency-Key was used with another body',
      },
    });
    expect(await count()).toBe(1);
  });

  it('answers 409 while the first is still running, and replays it afterwards', async () => {
    const key = randomUUID();
    const held = app.provider.wire.hold();
    const first = create(key);
    await held.reached;
    const { status, body } = await create(key);
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        error: 'conflict',
        error_description: 'a creation with this Idempotency-Key is still running',
      },
    });
    held.release();
    const { id } = (await first).body;
    expect((await create(key)).body.id).toBe(id);
  });

  it('creates one credential for twenty concurrent requests', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key)));
    const created = answers.filter(({ status }) => status === 201);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1);
    expect(created.filter(({ body }) => 'client_secret' in body)).toHaveLength(1);
    expect(await count()).toBe(1);
  });

  it('belongs to its caller: other users, machines and organizations have their own', async () => {
    const key = randomUUID();
    const { clientId } = await app.create();
    const tokens = [
      app.personToken(),
      app.personToken({ sub: 'person-2' }),
      app.personToken({ org_id: 'org_other' }),
      app.machineToken(clientId),
    ];
    const ids = new Set<unknown>();
    for (const token of tokens) ids.add((await create(key, request, token)).body.id);
    expect(ids.size).toBe(tokens.length);
  });

  it('is not remembered for a refused creation', async () => {
    const key = randomUUID();
    expect((await create(key, { ...request, type: 'secret' })).status).toBe(400);
    expect((await create(key)).status).toBe(201);
  });

  it('is stored only as a keyed hash', async () => {
    const key = randomUUID();
    await create(key);
    const [row] = await app.sql('SELECT * FROM credential_creation_keys');
    expect(row).toBeDefined();
    expect(JSON.stringify(row)).not.toContain(Buffer.from(key).toString('hex'));
    expect(JSON.stringify(row)).not.toContain(key);
  });
});
