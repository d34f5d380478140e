import { looksLikeSecret, publicKeyOf } from '@governance/iam';
import { makeKeyPair } from '@governance/iam/spec';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

describe('POST /iam/m2m-credentials/{credentialId}/rotate-secret', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  async function entryOf(id: string): Promise<Record<string, unknown>> {
    const { body } = await app.manage('GET', '');
    const entries = body.credentials as Record<string, unknown>[];
    return entries.find((entry) => entry.id === id) ?? {};
  }

  it.each([
    ['no body', {}],
    ['an empty object', { body: {} }],
    ['an empty JSON body', { body: '', headers: { 'content-type': 'application/json' } }],
    ['empty members', { body: { new_public_key: '', valid_for_days: null, expires_at: '' } }],
    ['0 days, which is no expiry', { body: { valid_for_days: 0 } }],
  ])('answers 200 with a new secret and invalidates the old one: %s', async (_what, request) => {
    const { id, clientId, secret } = await app.create({ name: 'Nightly export' });
    const { status, headers, body } = await app.manage('POST', `/${id}/rotate-secret`, request);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id,
        name: 'Nightly export',
        client_id: clientId,
        org_id: app.orgId,
        client_secret: expect.any(String) as unknown,
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(looksLikeSecret(String(body.client_secret))).toBe(true);
    expect(await app.provider.accepts(clientId, secret)).toBe(false);
    expect(await app.provider.accepts(clientId, body.client_secret)).toBe(true);
    expect((await app.manage('GET', '')).text).not.toContain(String(body.client_secret));
  });

  it('has the same shape as a creation', async () => {
    const created = await app.manage('POST', '', { body: { name: 'a', type: 'client_secret' } });
    const rotated = await app.manage('POST', `/${String(created.body.id)}/rotate-secret`);
    expect(Object.keys(rotated.body).toSorted()).toEqual(Object.keys(created.body).toSorted());
  });

  it('answers 200 to a new key, without a secret, and invalidates the old key', async () => {
    const [before, after] = [makeKeyPair('ES256'), makeKeyPair('EdDSA')];
    const { id, clientId } = await app.create({ type: 'public_key', public_key: before.publicPem });
    const body = { new_public_key: after.publicPem };
    const answer = await app.manage('POST', `/${id}/rotate-secret`, { body });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        id,
        name: 'Nightly export',
        client_id: clientId,
        org_id: app.orgId,
        kid: publicKeyOf(after.publicPem).thumbprint,
      },
    });
    const { privatePem } = before;
    expect(await app.provider.requestToken({ clientId, privatePem, algorithm: 'ES256' })).toBeUndefined();
    const proof = { clientId, privatePem: after.privatePem, algorithm: 'EdDSA' } as const;
    expect(await app.provider.requestToken(proof)).toBeDefined();
  });

  it('changes only last_rotated_at', async () => {
    const { id } = await app.create();
    const before = await entryOf(id);
    const { body } = await app.manage('POST', `/${id}/rotate-secret`);
    const after = await entryOf(id);
    const { last_rotated_at } = after;
    const last_four = String(body.client_secret).slice(-4);
    const secrets = [{ last_four, created_at: last_rotated_at, expires_at: null }];
    expect(after).toEqual({ ...before, last_rotated_at, secrets });
    expect(Date.parse(String(after.last_rotated_at))).toBeGreaterThan(Date.parse(String(before.created_at)));
  });

  it.each([
    { what: 'days of the creation count from now', created: { valid_for_days: 30 }, rotated: {}, days: 30 },
    { what: 'a date of the creation ends', created: { expires_at: '2031-05-06T07:08:09Z' }, rotated: {} },
    { what: 'days of its own', created: { valid_for_days: 30 }, rotated: { valid_for_days: 7 }, days: 7 },
    { what: '0 days are no expiry', created: { valid_for_days: 30 }, rotated: { valid_for_days: 0 } },
  ])('sets the expiry of the new key: $what', async ({ created, rotated, days }) => {
    const [before, after] = [makeKeyPair('EdDSA'), makeKeyPair('EdDSA')];
    const { id } = await app.create({ type: 'public_key', public_key: before.publicPem, ...created });
    const began = Date.now();
    const body = { new_public_key: after.publicPem, ...rotated };
    expect((await app.manage('POST', `/${id}/rotate-secret`, { body })).status).toBe(200);
    const { expires_at } = await entryOf(id);
    if (days === undefined) expect(expires_at).toBeNull();
    else {
      const expiresAt = Date.parse(String(expires_at));
      expect(expiresAt).toBeGreaterThanOrEqual(began + days * 86_400_000);
      expect(expiresAt).toBeLessThanOrEqual(Date.now() + days * 86_400_000);
    }
  });

  it('keeps issued tokens valid', async () => {
    const { id, clientId } = await app.create();
    const token = app.machineToken(clientId);
    await app.manage('POST', `/${id}/rotate-secret`);
    expect((await app.ask('GET', '/self/me', { token })).status).toBe(200);
  });

  it('leaves exactly one working secret after fifty concurrent rotations', async () => {
    const { id, clientId } = await app.create();
    const rotations = Array.from({ length: 50 }, () => app.manage('POST', `/${id}/rotate-secret`));
    const answers = await Promise.all(rotations);
    const rotated = answers.filter(({ status }) => status === 200);
    expect(rotated.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(50 - rotated.length);
    const working = await Promise.all(
      rotated.map(({ body }) => app.provider.accepts(clientId, body.client_secret)),
    );
    expect(working.filter(Boolean)).toHaveLength(1);
    // The last successful rotation returned it, and the next rotation is not blocked.
    expect((await app.manage('POST', `/${id}/rotate-secret`)).status).toBe(200);
  });
});
