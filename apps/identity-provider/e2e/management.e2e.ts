import { servedRoutes } from '@governance/http';
import { Database } from '@governance/postgres';
import { givenApp } from './support/shared-app';

const application = { name: 'Partner reports', redirectUris: ['https://partner.example.org/callback'] };
const tokens: [string, string | undefined][] = [
  ['no token', undefined],
  ['another token', 'Bearer management-token-of-the-tests-0123456780'],
  ['a beginning of the token', 'Bearer management-token-of-the-tests-012345678'],
  ['an empty token', 'Bearer '],
  ['another scheme', 'Basic management-token-of-the-tests-0123456789'],
];

/** Opens this number of connections, so that as many requests can run concurrently in the database. */
async function holdConnections(database: Database, count: number): Promise<void> {
  const { promise: all, resolve } = Promise.withResolvers<undefined>();
  let held = 0;
  const hold = (): Promise<undefined> => {
    held += 1;
    if (held === count) resolve(undefined);
    return all;
  };
  await Promise.all(Array.from({ length: count }, () => database.inTransaction(hold)));
}

const { identity } = givenApp();

describe('the management API', () => {
  beforeAll(async () => {
    await identity.manage('PUT', '/organizations/org_acme', { name: 'Acme MSP' });
    await identity.manage('PUT', '/organizations/org_globex', { name: 'Globex MSP' });
  });

  it.each(tokens)('answers 401 on every route, with %s § V13.2.1', async (_case, authorization) => {
    const routes = servedRoutes(identity.app).filter(({ path }) => path.startsWith('/management'));
    expect(routes.length).toBeGreaterThan(15);
    for (const { method, path } of [...routes, { method: 'GET', path: '/management/nothing' }]) {
      const init = { method, headers: { ...(authorization !== undefined && { authorization }) } };
      const { status, headers, body } = await identity.call(path.replaceAll(/\{\w+\}/g, 'org_acme'), init);
      expect([method, path, status]).toEqual([method, path, 401]);
      expect(headers.get('www-authenticate')).toBe('Bearer realm="management"');
      expect(body.error).toBe('invalid_token');
    }
  });

  it('answers 401 before it reads the body', async () => {
    const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{' };
    expect((await identity.call('/management/v1/organizations/x', init)).status).toBe(401);
  });

  it('must not be cached', async () => {
    const { headers } = await identity.manage('GET', '/organizations');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['is no JSON', '{', 400],
    ['is a list', [], 400],
    ['lacks a member', { mfaMaxAge: 300 }, 400],
    ['has an unknown member', { name: 'x', mfa_max_age: 300 }, 400],
    ['has a wrong type', { name: 7 }, 400],
    ['has a control character', { name: 'a\nb' }, 400],
    ['has an invisible name', { name: '\u3164' }, 400],
    ['has a name that changes direction', { name: 'a\u202eb' }, 400],
    ['has a NUL', { name: 'a\0b' }, 400],
    ['has a lone surrogate', '{"name":"\\ud800"}', 400],
    ['has a negative number', { name: 'x', mfaMaxAge: -1 }, 400],
    ['has a fraction', { name: 'x', mfaMaxAge: 0.5 }, 400],
    ['is large', { name: 'x'.repeat(200_000) }, 413],
  ])('refuses a body that %s', async (_case, body, status) => {
    const answer = await identity.manage('PUT', '/organizations/org_new', body);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      error: 'invalid_request',
      error_description: expect.any(String) as string,
    });
    expect((await identity.manage('GET', '/organizations/org_new')).status).toBe(404);
  });

  it('names the wrong member and never shows its value', async () => {
    const wrong = { name: ['canary'], mfaMaxAge: 'canary', secret: 'canary' };
    for (const [member, value] of Object.entries(wrong)) {
      const body = { name: 'x', [member]: value };
      const { text } = await identity.manage('PUT', '/organizations/org_new', body);
      expect(text).toContain(member);
      expect(text).not.toContain('canary');
    }
  });

  describe('organizations', () => {
    it('are created, changed in part, and listed', async () => {
      const { status, body } = await identity.manage('PUT', '/organizations/org_one', {
        name: 'One',
        mfaMaxAge: 300,
      });
      expect([status, body]).toEqual([
        200,
        { id: 'org_one', name: 'One', mfaMaxAge: 300, createdAt: expect.any(String) as string },
      ]);
      await identity.manage('PATCH', '/organizations/org_one', { mfaMaxAge: 0 });
      const changed = await identity.manage('GET', '/organizations/org_one');
      expect(changed.body).toEqual({ ...body, mfaMaxAge: 0 });
      const { body: all } = await identity.manage('GET', '/organizations');
      expect(all.organizations).toContainEqual(changed.body);
    });

    it('that do not exist cannot be changed', async () => {
      expect((await identity.manage('PATCH', '/organizations/org_none', { name: 'x' })).status).toBe(404);
    });
  });

  describe('people', () => {
    const ada = { email: 'Admin@acme.example', name: 'Account admin', emailVerified: true };

    it('are created, and found by id and by address in any case', async () => {
      const { status, body } = await identity.manage('PUT', '/users/user_1', ada);
      expect([status, body]).toEqual([
        200,
        { id: 'user_1', ...ada, createdAt: expect.any(String) as string },
      ]);
      expect((await identity.manage('GET', '/users/user_1')).body).toEqual(body);
      const { body: search } = await identity.manage('GET', '/users?email=admin@ACME.example');
      expect(search).toEqual({ users: [body] });
      expect((await identity.manage('GET', '/users?email=unknown@acme.example')).body).toEqual({ users: [] });
    });

    it('have unique addresses, also under concurrent claims', async () => {
      await holdConnections(identity.app.get<Database>(Database), 10);
      const claims = Array.from({ length: 10 }, (_, index) =>
        identity.manage('PUT', `/users/claims_${index}`, { email: 'viewer@acme.example', name: 'Viewer' }),
      );
      const statuses = (await Promise.all(claims)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    });

    it('are replaced in place when they are put again', async () => {
      await identity.manage('PUT', '/users/user_4', { email: 'old@acme.example', name: 'Old' });
      await identity.manage('PUT', '/users/user_4', { email: 'new@acme.example', name: 'New' });
      expect((await identity.manage('GET', '/users/user_4')).body).toMatchObject({ name: 'New' });
      expect((await identity.manage('GET', '/users?email=old@acme.example')).body).toEqual({ users: [] });
    });

    it('have no name or address in clear text in the database', async () => {
      await identity.manage('PUT', '/users/user_5', { email: 'canary@acme.example', name: 'Canary' });
      const rows = await identity.stores.sql(
        "SELECT users::text, encode(email, 'escape') || encode(name, 'escape') AS open FROM identity.users",
      );
      expect(JSON.stringify(rows)).not.toMatch(/canary/i);
    });
  });

  describe('memberships', () => {
    beforeAll(() => identity.manage('PUT', '/users/user_m', { email: 'm@acme.example', name: 'M' }));

    it('give a user a role in an organization, and remove it', async () => {
      const path = '/organizations/org_acme/memberships';
      expect((await identity.manage('PUT', `${path}/user_m`, { role: 'viewer' })).status).toBe(200);
      const { body } = await identity.manage('GET', path);
      expect(body.memberships).toEqual([
        {
          userId: 'user_m',
          role: 'viewer',
          connectionId: null,
          email: 'm@acme.example',
          name: 'M',
          secondFactor: false,
          secondFactorResetAt: null,
          secondFactors: [],
          lastSignInAt: null,
          failedSignIns: null,
          createdAt: expect.any(String) as string,
        },
      ]);
      for (const status of [204, 204]) {
        expect((await identity.manage('DELETE', `${path}/user_m`)).status).toBe(status);
      }
      expect((await identity.manage('GET', path)).body).toEqual({ memberships: [] });
    });

    it('need an existing role, organization and user', async () => {
      const role = { role: 'viewer' };
      expect((await identity.manage('PUT', '/organizations/org_none/memberships/user_m', role)).status).toBe(
        404,
      );
      expect((await identity.manage('PUT', '/organizations/org_acme/memberships/unknown', role)).status).toBe(
        404,
      );
      const owner = await identity.manage('PUT', '/organizations/org_acme/memberships/user_m', {
        role: 'owner',
      });
      expect(owner.status).toBe(400);
    });
  });

  describe('connections', () => {
    const path = '/organizations/org_acme/connections';

    it('are created, disabled, listed by organization, and removed', async () => {
      const made = await identity.manage('PUT', `${path}/con_1`, { name: 'Passwords', type: 'database' });
      expect([made.status, made.body]).toMatchObject([200, { id: 'con_1', enabled: true, type: 'database' }]);
      const off = { name: 'Passwords', type: 'database', enabled: false };
      const { body } = await identity.manage('PUT', `${path}/con_1`, off);
      expect((await identity.manage('GET', path)).body).toEqual({ connections: [body] });
      expect((await identity.manage('GET', '/organizations/org_globex/connections')).body).toEqual({
        connections: [],
      });
      expect((await identity.manage('DELETE', `${path}/con_1`)).status).toBe(204);
      expect((await identity.manage('GET', path)).body).toEqual({ connections: [] });
    });

    it('stay in their organization', async () => {
      const connection = { name: 'Corporate', type: 'enterprise' };
      await identity.manage('PUT', `${path}/con_2`, connection);
      const foreign = '/organizations/org_globex/connections/con_2';
      expect((await identity.manage('PUT', foreign, { ...connection, name: 'Taken' })).status).toBe(409);
      await identity.manage('DELETE', foreign);
      expect((await identity.manage('GET', path)).body).toMatchObject({
        connections: [{ name: 'Corporate' }],
      });
      expect(
        (await identity.manage('PUT', '/organizations/org_none/connections/con_3', connection)).status,
      ).toBe(404);
    });
  });
});

describe('third-party applications in the management API', () => {
  it('are created, changed, listed and removed', async () => {
    const made = await identity.manage('PUT', '/applications/app_one', application);
    expect([made.status, made.body]).toEqual([
      200,
      {
        id: 'app_one',
        ...application,
        scope: ['openid', 'profile', 'email', 'offline_access', 'api:full:read', 'api:full:write'],
        createdAt: expect.any(String) as string,
      },
    ]);
    const changed = { ...application, name: 'Partner', scope: ['openid'] };
    await identity.manage('PUT', '/applications/app_one', changed);
    expect((await identity.manage('GET', '/applications/app_one')).body).toEqual({
      ...made.body,
      ...changed,
    });
    expect((await identity.manage('GET', '/applications')).body.applications).toHaveLength(1);
    for (const status of [204, 204]) {
      expect((await identity.manage('DELETE', '/applications/app_one')).status).toBe(status);
    }
    expect((await identity.manage('GET', '/applications/app_one')).status).toBe(404);
  });

  it.each([
    ['the id of one of ours', 'governance-cli', application],
    ['an id that a machine could have', '00000000-0000-4000-8000-000000000000', application],
    ['no redirect URI', 'app_two', { ...application, redirectUris: [] }],
    [
      'a redirect URI without TLS',
      'app_two',
      { ...application, redirectUris: ['http://partner.example.org/'] },
    ],
    [
      'a redirect URI that runs a script',
      'app_two',
      { ...application, redirectUris: ['javascript:alert(1)'] },
    ],
    ['an unknown scope', 'app_two', { ...application, scope: ['api:full:admin'] }],
    ['no scope', 'app_two', { ...application, scope: [] }],
  ])('are refused with %s', async (_case, id, body) => {
    const { status } = await identity.manage('PUT', `/applications/${id}`, body);
    expect([status, (await identity.manage('GET', '/applications')).body]).toEqual([
      400,
      { applications: [] },
    ]);
  });
});
