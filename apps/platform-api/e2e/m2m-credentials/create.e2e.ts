import { keyAlgorithms, looksLikeSecret, publicKeyOf } from '@governance/iam';
import { makeKeyPair } from '@governance/iam/spec';
import { given, type HttpAnswer } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import { platformBaseUrl } from '../support/platform-app';

const dayMs = 86_400_000;

describe('POST /iam/m2m-credentials', () => {
  const app = given(newOrganization);

  async function created(body: object, token = app.personToken()): Promise<HttpAnswer> {
    const answer = await app.manage('POST', '', { body, token });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer;
  }

  async function entryOf(id: unknown): Promise<Record<string, unknown>> {
    const { body } = await app.manage('GET', '');
    const entries = body.credentials as Record<string, unknown>[];
    return entries.find((entry) => entry.id === id) ?? {};
  }
  const reads = ['self:organization:read', 'm2m:credentials:read'];
  const said = ['org:audit:read', 'm2m:credentials:write'];

  it('answers 201 with a secret that works, once § 1.4a 2.9a 2.9b 2.9c 2.9l 2.9m 2.9n 2.9o 2.9r 3b 4.2af 4.2ag 8g', async () => {
    const { body, headers } = await created({ name: ' Nightly export ', type: 'client_secret' });
    expect(body).toEqual({
      id: expect.any(String) as unknown,
      name: 'Nightly export',
      client_id: expect.any(String) as unknown,
      client_secret: expect.any(String) as unknown,
      org_id: app.orgId,
    });
    expect(looksLikeSecret(String(body.client_secret))).toBe(true);
    expect(await app.provider.accepts(body.client_id, body.client_secret)).toBe(true);
    expect(headers.get('location')).toBe(`${platformBaseUrl}/iam/m2m-credentials/${String(body.id)}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await app.manage('GET', '')).text).not.toContain(String(body.client_secret));
  });

  it('keeps emoji and scripts that need joiners, with composed letters', async () => {
    for (const [name, kept] of [
      ['👩🏽‍💻 Zu\u0308rich', '👩🏽‍💻 Zürich'],
      ['علی\u200cرضا', 'علی\u200cرضا'],
    ])
      expect((await created({ name, type: 'client_secret' })).body.name).toBe(kept);
  });

  it.each(keyAlgorithms)(
    'answers 201 to a key for %s, without a secret § 2.9d 2.9f 4.2ag',
    async (algorithm) => {
      const { publicPem, privatePem } = makeKeyPair(algorithm);
      const { body } = await created({ name: 'Key', type: 'public_key', public_key: publicPem });
      expect(Object.keys(body).toSorted()).toEqual(['client_id', 'id', 'kid', 'name', 'org_id']);
      expect(body.kid).toBe(publicKeyOf(publicPem).thumbprint);
      const proof = { clientId: String(body.client_id), privatePem, algorithm };
      expect(await app.provider.requestToken(proof)).toMatchObject({ org_id: app.orgId });
      expect(await entryOf(body.id)).toMatchObject({ credential_type: 'public_key', expires_at: null });
    },
  );

  it('restricts a credential to networks, which the list shows in canonical form', async () => {
    const allowed_networks = ['2001:DB8:0::/32', '::ffff:192.0.2.0/120', '192.0.2.0/24', '127.0.0.1/32'];
    const { body } = await created({ name: 'Office', type: 'client_secret', allowed_networks });
    const canonical = ['2001:db8::/32', '192.0.2.0/24', '127.0.0.1/32'];
    expect(await entryOf(body.id)).toMatchObject({ allowed_networks: canonical });
    expect(await app.provider.accepts(body.client_id, body.client_secret)).toBe(true);
    app.provider.clientAddress = '198.51.100.1';
    expect(await app.provider.accepts(body.client_id, body.client_secret)).toBe(false);
    app.provider.clientAddress = '127.0.0.1';
  });

  it.each([undefined, null, ''])('does not restrict a credential with the networks %j', async (none) => {
    const { body } = await created({ name: 'Anywhere', type: 'client_secret', allowed_networks: none });
    expect(await entryOf(body.id)).toMatchObject({ allowed_networks: null });
  });

  it('stores only the thumbprint of a key', async () => {
    const { publicPem } = makeKeyPair('ES256');
    const { body } = await created({ name: 'Key', type: 'public_key', public_key: publicPem });
    const rows = await app.sql('SELECT * FROM m2m_credentials WHERE id = $1', [body.id]);
    expect(rows).toMatchObject([{ key_thumbprint: publicKeyOf(publicPem).thumbprint }]);
    expect(JSON.stringify(rows)).not.toContain(publicPem.split('\n')[1]);
  });

  it.each([
    ['neither days nor a date', {}, undefined],
    ['0 days', { valid_for_days: 0 }, undefined],
    ['days', { valid_for_days: 30 }, 30 * 86_400_000],
    ['the most days', { valid_for_days: 3650 }, 3650 * 86_400_000],
    ['empty members', { valid_for_days: null, expires_at: '' }, undefined],
  ] as const)('sets the expiry of a key: %s § 2.9g 2.9h', async (_what, life, lastsMs) => {
    const began = Date.now();
    const public_key = makeKeyPair('EdDSA').publicPem;
    const { body } = await created({ name: 'Key', type: 'public_key', public_key, ...life });
    const { expires_at } = await entryOf(body.id);
    if (lastsMs === undefined) expect(expires_at).toBeNull();
    else {
      const expiresAt = Date.parse(String(expires_at));
      expect(expiresAt).toBeGreaterThanOrEqual(began + lastsMs);
      expect(expiresAt).toBeLessThanOrEqual(Date.now() + lastsMs);
    }
  });

  it('prefers a date to days § 2.9j', async () => {
    const public_key = makeKeyPair('EdDSA').publicPem;
    const life = { valid_for_days: 30, expires_at: '2031-05-06T07:08:09.123Z' };
    const { body } = await created({ name: 'Key', type: 'public_key', public_key, ...life });
    expect(await entryOf(body.id)).toMatchObject({ expires_at: '2031-05-06T07:08:09.123Z' });
  });

  it('treats null and an empty string as absent, for a secret too', async () => {
    const absent = { service_identity_id: '', public_key: null, valid_for_days: '', expires_at: null };
    await created({ name: 'Nightly export', type: 'client_secret', ...absent });
    await created({ name: 'Nightly export', type: 'client_secret', valid_for_days: 0 });
  });

  it('keeps a description of up to 200 characters, trimmed § 10.1n', async () => {
    for (const [description, kept] of [
      [' Runs at night ', 'Runs at night'],
      ['🔑'.repeat(200), '🔑'.repeat(200)],
      [' ', null],
      ['', null],
      [null, null],
    ]) {
      const { body } = await created({ name: 'Nightly export', type: 'client_secret', description });
      expect(await entryOf(body.id)).toMatchObject({ description: kept });
      expect(body).not.toHaveProperty('description');
    }
  });

  it('accepts names of 1 to 100 characters, more than once § 2.9a', async () => {
    for (const name of ['a', 'x'.repeat(100), '🔑'.repeat(100), 'Ünïcode 例 "<b>\'', 'a']) {
      expect((await created({ name, type: 'client_secret' })).body.name).toBe(name);
    }
  });

  it.each([
    ['has read permissions by default', {}, reads],
    ['has read permissions for null', { permissions: null }, reads],
    ['has read permissions for an empty string', { permissions: '' }, reads],
    ['has no permissions', { permissions: [] }, []],
    ['has the given permissions', { permissions: said }, said],
  ])('creates a service identity that %s', async (_what, members, expected) => {
    const { body } = await created({ name: 'Nightly export', type: 'client_secret', ...members });
    const proof = { clientId: String(body.client_id), secret: String(body.client_secret) };
    const claims = { org_id: app.orgId, permissions: expected };
    expect(await app.provider.requestToken(proof)).toMatchObject(claims);
  });

  it('creates a service identity with only those read permissions that its creator holds', async () => {
    const permissions = ['self:profile:read', 'm2m:credentials:write', 'm2m:credentials:read'];
    const { body } = await created(
      { name: 'Nightly export', type: 'client_secret' },
      app.personToken({ permissions }),
    );
    const proof = { clientId: String(body.client_id), secret: String(body.client_secret) };
    const expected = { permissions: ['m2m:credentials:read'] };
    expect(await app.provider.requestToken(proof)).toMatchObject(expected);
  });

  it('binds several credentials to one service identity § 2.9e', async () => {
    const first = await created({ name: 'One', type: 'client_secret' });
    const { service_identity_id } = await entryOf(first.body.id);
    const second = await created({ name: 'Two', type: 'client_secret', service_identity_id });
    expect(await entryOf(second.body.id)).toMatchObject({ service_identity_id });
    const upper = String(service_identity_id).toUpperCase();
    await created({ name: 'Three', type: 'client_secret', service_identity_id: upper });
  });

  it('lets a machine create a credential, which then works § 1.4b 3b', async () => {
    const { clientId } = await app.create();
    const { body } = await created(
      { name: 'By a machine', type: 'client_secret' },
      app.machineToken(clientId),
    );
    const token = app.machineToken(String(body.client_id));
    expect((await app.ask('GET', '/self/me', { token })).status).toBe(200);
  });

  it('is in the audit trail with its actor, and without the secret', async () => {
    const { body, headers } = await created({ name: 'Audited', type: 'client_secret' });
    const rows = await app.sql('SELECT * FROM audit_trail WHERE target = $1', [body.id]);
    expect(rows).toMatchObject([
      {
        org_id: app.orgId,
        actor_kind: 'person',
        actor_issuer: app.issuer.issuer,
        actor_subject: 'person-1',
        operation: 'm2m-credentials:create',
        outcome: 'done',
        request_id: headers.get('x-request-id'),
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(String(body.client_secret));
  });
});

describe('POST /iam/m2m-credentials with secret_valid_for_days', () => {
  const app = given(newOrganization);

  async function expiryOf(id: string): Promise<number | null> {
    const { expires_at, secrets } = (await app.manage('GET', `/${id}`)).body;
    expect(secrets).toMatchObject([{ expires_at }]);
    return expires_at === null ? null : Date.parse(expires_at as string);
  }

  it.each([1, 3_650])(
    'answers 201 to a secret that ends after %d days, and lists the end § 10.1o',
    async (days) => {
      const before = Date.now();
      const { id, clientId, secret } = await app.create({ secret_valid_for_days: days });
      const end = await expiryOf(id);
      expect(end).toBeGreaterThanOrEqual(before + days * dayMs);
      expect(end).toBeLessThanOrEqual(Date.now() + days * dayMs);
      app.provider.now = () => new Date(Number(end) - 1);
      expect(await app.provider.accepts(clientId, secret)).toBe(true);
      app.provider.now = () => new Date(Number(end));
      expect(await app.provider.accepts(clientId, secret)).toBe(false);
      app.provider.now = () => new Date();
    },
  );

  it.each([undefined, null, '', 0])('answers 201 to a secret without an end: %p', async (days) => {
    const { id } = await app.create({ secret_valid_for_days: days });
    expect(await expiryOf(id)).toBeNull();
  });

  it('stops the issued tokens of a secret that has ended, and a rotation makes new ones work § 10.1o', async () => {
    const { id, clientId } = await app.create({ secret_valid_for_days: 1 });
    const token = app.machineToken(clientId);
    const statusOf = async (): Promise<number> => (await app.ask('GET', '/self/me', { token })).status;
    expect(await statusOf()).toBe(200);
    await app.sql('UPDATE m2m_credentials SET expires_at = now() WHERE id = $1', [id]);
    expect(await statusOf()).toBe(401);

    expect((await app.manage('POST', `/${id}/rotate-secret`)).status).toBe(200);
    expect(await statusOf()).toBe(200);
    expect(Number(await expiryOf(id)) - Date.now()).toBeGreaterThan(dayMs - 60_000);
  });

  it.each([
    ['days of its own', { secret_valid_for_days: 7 }, 7],
    ['no end with 0 days', { secret_valid_for_days: 0 }, undefined],
  ])('lets a rotation state %s', async (_what, body, days) => {
    const { id } = await app.create({ secret_valid_for_days: 1 });
    expect((await app.manage('POST', `/${id}/rotate-secret`, { body })).status).toBe(200);
    const end = await expiryOf(id);
    if (days === undefined) expect(end).toBeNull();
    else expect(Math.abs(Number(end) - Date.now() - days * dayMs)).toBeLessThan(60_000);
  });

  it('is part of what an Idempotency-Key names', async () => {
    const headers = { 'idempotency-key': 'secret-expiry-0123456789' };
    const body = { name: 'Nightly export', type: 'client_secret', secret_valid_for_days: 1 };
    const statusOf = async (changes: object): Promise<number> =>
      (await app.manage('POST', '', { headers, body: { ...body, ...changes } })).status;
    expect([await statusOf({}), await statusOf({})]).toEqual([201, 201]);
    expect(await statusOf({ secret_valid_for_days: 2 })).toBe(422);
  });
});
