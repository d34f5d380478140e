import { looksLikeSecret, publicKeyOf } from '@governance/iam';
import { makeKeyPair } from '@governance/iam/spec';
import { FixedClock, given } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import { createOverlap } from '../support/overlaps';

const hourMs = 3_600_000;

describe('POST /iam/m2m-credentials/{credentialId}/rotate-secret', () => {
  describe('200', () => {
    const app = given(newOrganization);

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
    ])(
      'answers 200 with a new secret and invalidates the old one: %s § 1.4a 2.9l 2.9m 2.9n 2.9o 2.9r 2.9z 4.2am 4.2an 8g',
      async (_what, request) => {
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
      },
    );

    it('has the same shape as a creation § 2.9k', async () => {
      const created = await app.manage('POST', '', { body: { name: 'a', type: 'client_secret' } });
      const rotated = await app.manage('POST', `/${String(created.body.id)}/rotate-secret`);
      expect(Object.keys(rotated.body).toSorted()).toEqual(Object.keys(created.body).toSorted());
    });

    it('answers 200 to a new key, without a secret, and invalidates the old key § 2.9aa 4.2ao', async () => {
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

    it('changes only last_rotated_at § 2.9y', async () => {
      const { id } = await app.create();
      const before = await entryOf(id);
      const { body } = await app.manage('POST', `/${id}/rotate-secret`);
      const after = await entryOf(id);
      const { last_rotated_at } = after;
      const last_four = String(body.client_secret).slice(-4);
      const secrets = [{ last_four, created_at: last_rotated_at, expires_at: null }];
      expect(after).toEqual({ ...before, last_rotated_at, secrets });
      expect(Date.parse(String(after.last_rotated_at))).toBeGreaterThan(
        Date.parse(String(before.created_at)),
      );
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

  describe('403', () => {
    const app = given(newOrganization);

    it('answers 403 for every body when the service identity has more permissions than the caller, and rotates nothing § 4.2au', async () => {
      const { id, clientId, secret } = await app.create({
        permissions: ['m2m:credentials:read', 'org:invitations:write'],
      });
      const caller = await app.create();
      const held = { permissions: ['m2m:credentials:write', 'm2m:credentials:read'] };
      for (const token of [app.personToken(held), app.machineToken(caller.clientId, held)]) {
        for (const body of [undefined, {}, { new_public_key: 'no key' }]) {
          const answer = await app.manage('POST', `/${id}/rotate-secret`, { token, body });
          expect({ status: answer.status, body: answer.body }).toEqual({
            status: 403,
            body: {
              error: 'insufficient_permissions',
              error_description: 'the service identity has permissions that the access token lacks',
            },
          });
          expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
        }
      }
      expect(await app.provider.accepts(clientId, secret)).toBe(true);
    });

    it('answers 200 when the service identity has no other permission than the caller, except on credentials', async () => {
      const permissions = ['self:organization:read', 'm2m:credentials:read', 'm2m:credentials:write'];
      const { id } = await app.create({ permissions });
      const token = app.personToken({ permissions: ['m2m:credentials:write'] });
      expect((await app.manage('POST', `/${id}/rotate-secret`, { token })).status).toBe(200);
    });
  });
});

describe('POST /iam/m2m-credentials/{credentialId}/rotate-secret with overlap_seconds', () => {
  const app = given(newOrganization);
  let clock: FixedClock;
  beforeAll(() => {
    app.provider.now = () => clock.now();
  });
  beforeEach(() => {
    clock = new FixedClock(new Date());
  });
  type Secret = Readonly<Record<'last_four' | 'created_at' | 'expires_at', string | null>>;

  async function secretsOf(id: string): Promise<Secret[]> {
    return (await app.manage('GET', `/${id}`)).body.secrets as Secret[];
  }

  function working(clientId: string, ...secrets: string[]): Promise<boolean[]> {
    return Promise.all(secrets.map((secret) => app.provider.accepts(clientId, secret)));
  }

  it('answers 200, both secrets work until the overlap ends, and then only the new one § 10.1p', async () => {
    const { id, clientId, secret, previous } = await createOverlap(app);
    const [current, old, ...others] = await secretsOf(id);
    expect([current?.last_four, old?.last_four]).toEqual([secret.slice(-4), previous.slice(-4)]);
    expect([current?.expires_at, others]).toEqual([null, []]);
    const end = Date.parse(String(old?.expires_at));
    expect(end).toBeGreaterThan(Date.now() + hourMs - 60_000);
    expect(end).toBeLessThanOrEqual(Date.now() + hourMs);

    clock.set(new Date(end - 1));
    expect(await working(clientId, secret, previous)).toEqual([true, true]);
    clock.set(new Date(end));
    expect(await working(clientId, secret, previous)).toEqual([true, false]);
  });

  it('does the same for keys, and lists them by their thumbprints', async () => {
    const [before, after] = [makeKeyPair('ES256'), makeKeyPair('ES256')];
    const { id, clientId } = await app.create({ type: 'public_key', public_key: before.publicPem });
    const [first] = await secretsOf(id);
    const body = { new_public_key: after.publicPem, overlap_seconds: 604_800 };
    expect((await app.manage('POST', `/${id}/rotate-secret`, { body })).status).toBe(200);
    const [current, old] = await secretsOf(id);
    expect(old?.last_four).toBe(first?.last_four);
    expect(current?.last_four).toMatch(/^[\w-]{4}$/);
    const tokens = (): Promise<boolean[]> =>
      Promise.all(
        [before, after].map(async ({ privatePem }) => {
          const proof = { clientId, privatePem, algorithm: 'ES256' } as const;
          return (await app.provider.requestToken(proof)) !== undefined;
        }),
      );
    expect(await tokens()).toEqual([true, true]);
    clock.set(String(old?.expires_at));
    expect(await tokens()).toEqual([false, true]);
  });

  it.each([
    ['no overlap', undefined],
    ['0', 0],
    ['null', null],
  ])('ends the old secret at once with %s (spec 4.2) § 4.2ap 10.1p', async (_what, overlap_seconds) => {
    const { id, clientId, secret, previous } = await createOverlap(app, { overlap_seconds });
    expect(await working(clientId, secret, previous)).toEqual([true, false]);
    expect(await secretsOf(id)).toHaveLength(1);
  });

  it('never has more than two secrets: the next rotation ends the older one, or both § 10.1p', async () => {
    const { id, clientId, secret, previous } = await createOverlap(app);
    const rotate = async (body: object): Promise<string> =>
      String((await app.manage('POST', `/${id}/rotate-secret`, { body })).body.client_secret);
    const third = await rotate({ overlap_seconds: 60 });
    expect(await working(clientId, previous, secret, third)).toEqual([false, true, true]);
    expect(await secretsOf(id)).toHaveLength(2);
    const fourth = await rotate({});
    expect(await working(clientId, previous, secret, third, fourth)).toEqual([false, false, false, true]);
    expect(await secretsOf(id)).toHaveLength(1);
  });

  it('ends with the old secret, if that expires earlier', async () => {
    const { id } = await app.create({ secret_valid_for_days: 1 });
    const [only] = await secretsOf(id);
    const body = { overlap_seconds: 604_800 };
    expect((await app.manage('POST', `/${id}/rotate-secret`, { body })).status).toBe(200);
    const [, old] = await secretsOf(id);
    expect(old?.expires_at).toBe(only?.expires_at);
  });

  it('ends both secrets when the credential is revoked', async () => {
    const { id, clientId, secret, previous } = await createOverlap(app);
    expect((await app.manage('DELETE', `/${id}`)).status).toBe(204);
    expect(await working(clientId, secret, previous)).toEqual([false, false]);
    const token = app.machineToken(clientId);
    expect((await app.ask('GET', '/self/me', { token })).status).toBe(401);
  });
});
