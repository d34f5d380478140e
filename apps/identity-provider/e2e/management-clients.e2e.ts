import { refusedKeys } from '@governance/iam/spec';
import { randomUUID } from 'node:crypto';
import {
  addOrganization,
  ecKey,
  newClient,
  newSecret,
  organization,
  pemOf,
  permissions,
  rsaKey,
} from './support/machines';
import { givenApp } from './support/shared-app';

describe('clients in the management API', () => {
  const { identity } = givenApp();

  beforeAll(async () => {
    await addOrganization(identity.manage);
    await addOrganization(identity.manage, 'org_globex');
  });

  it('are shown without their secret', async () => {
    const [tag, secret] = [randomUUID(), newSecret()];
    const client = newClient({ method: 'secret', secret });
    const { status, text, body } = await identity.manage('PUT', `/client-tags/${tag}`, client);
    expect(status).toBe(200);
    expect(body).toEqual({
      clientId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      tag,
      revision: client.revision,
      orgId: organization,
      name: 'Nightly export',
      permissions,
      scope: ['api:full:read', 'api:full:write'],
      allowedNetworks: null,
      method: 'secret',
      keyThumbprint: null,
      keyExpiresAt: null,
      secretExpiresAt: null,
      previousExpiresAt: null,
      createdAt: expect.any(String) as string,
      rotatedAt: body.createdAt,
    });
    expect(text).not.toContain(secret);
    expect((await identity.manage('GET', `/client-tags/${tag}`)).body).toEqual(body);
    expect((await identity.manage('GET', `/clients/${String(body.clientId)}`)).body).toEqual(body);
  });

  it('are created once by concurrent requests', async () => {
    const tag = randomUUID();
    const client = newClient({ method: 'secret', secret: newSecret() });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => identity.manage('PUT', `/client-tags/${tag}`, client)),
    );
    expect(new Set(answers.map(({ body }) => body.clientId)).size).toBe(1);
    expect(answers[0]?.body.clientId).toBeDefined();
  });

  it('are replaced under the same tag', async () => {
    const tag = randomUUID();
    const { body: before } = await identity.manage(
      'PUT',
      `/client-tags/${tag}`,
      newClient({ method: 'secret', secret: newSecret() }),
    );
    const expiresAt = '2100-01-02T03:04:05.000Z';
    const key = { method: 'key', publicKey: pemOf(ecKey().publicKey), expiresAt };
    const { status, body } = await identity.manage('PUT', `/client-tags/${tag}`, {
      ...newClient(key),
      orgId: 'org_globex',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      clientId: before.clientId,
      orgId: 'org_globex',
      method: 'key',
      keyThumbprint: expect.stringMatching(/^[\w-]{43}$/) as string,
      keyExpiresAt: expiresAt,
    });
  });

  it('store a new name, secret or key with the revision of the change', async () => {
    const secretClient = newClient({ method: 'secret', secret: newSecret() });
    const { body: one } = await identity.manage('PUT', `/client-tags/${randomUUID()}`, secretClient);
    const path = `/clients/${String(one.clientId)}`;
    const renamed = await identity.manage('PATCH', path, { revision: 'r2', name: 'Weekly export' });
    expect(renamed.body).toEqual({ ...one, revision: 'r2', name: 'Weekly export' });
    const rotated = await identity.manage('PUT', `${path}/secret`, { revision: 'r3', secret: newSecret() });
    expect(rotated.body).toMatchObject({ clientId: one.clientId, revision: 'r3', name: 'Weekly export' });
    expect(rotated.body.rotatedAt).not.toBe(one.rotatedAt);
  });

  it('keep their authentication method when they are replaced', async () => {
    const { body } = await identity.manage(
      'PUT',
      `/client-tags/${randomUUID()}`,
      newClient({ method: 'secret', secret: newSecret() }),
    );
    const change = { revision: 'r2', publicKey: pemOf(ecKey().publicKey) };
    expect((await identity.manage('PUT', `/clients/${String(body.clientId)}/key`, change)).status).toBe(409);
    expect((await identity.manage('GET', `/clients/${String(body.clientId)}`)).body).toEqual(body);
  });

  it('are restricted to networks in canonical form', async () => {
    const tag = randomUUID();
    const client = newClient({ method: 'secret', secret: newSecret() });
    const put = (allowedNetworks: unknown) =>
      identity.manage('PUT', `/client-tags/${tag}`, { ...client, allowedNetworks });
    const allowedNetworks = ['192.0.2.0/24', '2001:db8::/32'];
    expect((await put(allowedNetworks)).body).toMatchObject({ allowedNetworks });
    expect((await put(undefined)).body).toMatchObject({ allowedNetworks: null });
    const many = Array.from({ length: 21 }, (_, index) => `192.0.2.${index}/32`);
    for (const refused of [
      [],
      many,
      ['192.0.2.1/24'],
      ['2001:DB8::/32'],
      ['0.0.0.0/0'],
      [7],
      '192.0.2.0/24',
    ]) {
      expect(await put(refused)).toMatchObject({
        status: 400,
        body: { error_description: 'allowedNetworks must have 1 to 20 CIDR blocks in canonical form' },
      });
    }
  });

  it('lose the expiry of a key with the key', async () => {
    const key = { method: 'key', publicKey: pemOf(ecKey().publicKey), expiresAt: '2100-01-02T03:04:05Z' };
    const { body } = await identity.manage('PUT', `/client-tags/${randomUUID()}`, newClient(key));
    const change = { revision: 'r2', publicKey: pemOf(rsaKey().publicKey) };
    const replaced = await identity.manage('PUT', `/clients/${String(body.clientId)}/key`, change);
    expect(replaced.body).toMatchObject({ revision: 'r2', keyExpiresAt: null });
    expect(replaced.body.keyThumbprint).not.toBe(body.keyThumbprint);
  });

  it('that do not exist answer 404', async () => {
    const path = `/clients/${randomUUID()}`;
    const answers = [
      identity.manage('GET', path),
      identity.manage('GET', `/client-tags/${randomUUID()}`),
      identity.manage('PATCH', path, { revision: 'r', name: 'x' }),
      identity.manage('PUT', `${path}/secret`, { revision: 'r', secret: newSecret() }),
      identity.manage('PUT', `${path}/key`, { revision: 'r', publicKey: pemOf(ecKey().publicKey) }),
      identity.manage('PUT', '/client-tags/t', {
        ...newClient({ method: 'secret', secret: newSecret() }),
        orgId: 'org_none',
      }),
    ];
    for (const answer of answers) expect((await answer).status).toBe(404);
  });

  it.each([
    [
      'a secret that is not ours',
      { method: 'secret', secret: 'correct-horse-battery-staple-0123456789-0123456789' },
    ],
    ['a damaged secret', { method: 'secret', secret: `${newSecret().slice(0, -1)}!` }],
    ['a weak key', { method: 'key', publicKey: refusedKeys.weak['RSA of 1024 bits'] }],
    ['a key of another curve', { method: 'key', publicKey: pemOf(ecKey('secp256k1').publicKey) }],
    [
      'a private key',
      { method: 'key', publicKey: ecKey().privateKey.export({ format: 'pem', type: 'pkcs8' }) },
    ],
    ['both', { method: 'secret', secret: newSecret(), publicKey: pemOf(ecKey().publicKey) }],
    ['nothing', {}],
  ])('are refused with %s, which is not shown', async (_case, authentication) => {
    const tag = randomUUID();
    const { status, text } = await identity.manage('PUT', `/client-tags/${tag}`, newClient(authentication));
    expect(status).toBe(400);
    expect(text).not.toMatch(/horse|gmc_|BEGIN/);
    expect((await identity.manage('GET', `/client-tags/${tag}`)).status).toBe(404);
  });

  it.each([
    ['scope', { scope: ['api:full:admin'] }],
    ['permissions', { permissions: ['Everything!'] }],
    ['revision', { revision: '' }],
  ])('are refused with another %s', async (member, change) => {
    const client = { ...newClient({ method: 'secret', secret: newSecret() }), ...change };
    const { status, text } = await identity.manage('PUT', `/client-tags/${randomUUID()}`, client);
    expect([status, text]).toEqual([400, expect.stringContaining(member) as string]);
  });

  it('are listed by organization, page by page', async () => {
    await addOrganization(identity.manage, 'org_pages');
    const tags = ['a', 'b', 'c'].map((letter) => `page-${letter}`);
    for (const tag of tags) {
      const client = { ...newClient({ method: 'secret', secret: newSecret() }), orgId: 'org_pages' };
      await identity.manage('PUT', `/client-tags/${tag}`, client);
    }
    const seen: unknown[] = [];
    for (let after = ''; ;) {
      const { body } = await identity.manage('GET', `/clients?orgId=org_pages&limit=2${after}`);
      seen.push((body.clients as { tag: string }[]).map(({ tag }) => tag));
      if (body.next === undefined) break;
      after = `&after=${body.next as string}`;
    }
    expect(seen).toEqual([['page-a', 'page-b'], ['page-c']]);
    const { body } = await identity.manage('GET', '/clients');
    expect((body.clients as unknown[]).length).toBeGreaterThan(3);
  });

  it('show when their secret and their previous secret end', async () => {
    const tag = randomUUID();
    const [expiresAt, overlapUntil] = ['2031-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'];
    const client = newClient({ method: 'secret', secret: newSecret(), expiresAt });
    const created = await identity.manage('PUT', `/client-tags/${tag}`, client);
    expect(created.body).toMatchObject({ secretExpiresAt: expiresAt, previousExpiresAt: null });
    const path = `/clients/${String(created.body.clientId)}`;
    const rotation = { revision: 'r2', secret: newSecret(), overlapUntil };
    const rotated = await identity.manage('PUT', `${path}/secret`, rotation);
    expect(rotated.body).toMatchObject({ secretExpiresAt: null, previousExpiresAt: overlapUntil });
    // A repeated call does not make the new secret the previous one.
    expect((await identity.manage('PUT', `${path}/secret`, rotation)).body).toMatchObject({
      previousExpiresAt: overlapUntil,
    });
    const ended = await identity.manage('PUT', `${path}/end-of-overlap`, { revision: 'r3' });
    expect(ended.body).toMatchObject({ revision: 'r3', previousExpiresAt: null });
    const rows = await identity.stores.sql(
      'SELECT previous_secret_mac, previous_public_jwk FROM identity.clients WHERE tag = $1',
      [tag],
    );
    expect(rows).toEqual([{ previous_secret_mac: null, previous_public_jwk: null }]);
  });

  it('refuse an end of an overlap without a revision, and for a client that does not exist', async () => {
    const path = `/clients/${randomUUID()}/end-of-overlap`;
    expect((await identity.manage('PUT', path, {})).status).toBe(400);
    expect((await identity.manage('PUT', path, { revision: 'r2' })).status).toBe(404);
  });
});
