import { type ConsoleSession, type Permission } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { ConsolePermissions } from './console-permissions';
import { type KnownCaller, PermissionSource } from './permission-source';

/** The API, as far as permissions are read from it. */
class CountingApi extends PermissionSource {
  token = 'token 1';
  held: readonly Permission[] = ['org:members:read'];
  calls = 0;

  override tokenOf(): Promise<string> {
    return Promise.resolve(this.token);
  }

  override callerOf(): Promise<KnownCaller> {
    this.calls += 1;
    return Promise.resolve({ permissions: new Set(this.held), organization: acme });
  }
}

const acme = { id: 'org_acme', name: 'Acme', hasOthers: false };

const sessionOf = (id: string): ConsoleSession => ({
  id,
  person: { issuer: 'https://identity.example.org', subject: 'user_1' },
  tokens: { accessToken: 'token', expiresAt: 0 },
  name: undefined,
  email: undefined,
  browser: 'Firefox',
  createdAt: new Date(0),
  lastUsedAt: new Date(0),
  endsAt: new Date(0),
});

describe('the permissions of a session', () => {
  let api: CountingApi;
  let permissions: ConsolePermissions;
  const session = sessionOf('session 1');

  beforeEach(() => {
    api = new CountingApi();
    permissions = new ConsolePermissions(api);
  });

  it('are read once for each access token', async () => {
    for (const token of ['token 1', 'token 1', 'token 2', 'token 2']) {
      api.token = token;
      await permissions.of(session);
    }
    expect(api.calls).toBe(2);
  });

  it('are those of the new token after a demotion', async () => {
    expect(await permissions.of(session)).toEqual(new Set(['org:members:read']));
    Object.assign(api, { held: [], token: 'token 2' });
    expect(await permissions.of(session)).toEqual(new Set());
    expect(permissions.lastOf(session)).toEqual(new Set());
  });

  it('are none before the API has answered', () => {
    expect(permissions.lastOf(session)).toEqual(new Set());
    expect(permissions.organizationOf(session)).toBeUndefined();
  });

  it('come with the organization of the token', async () => {
    await permissions.of(session);
    expect(permissions.organizationOf(session)).toEqual(acme);
  });

  it('belong to one session', async () => {
    await permissions.of(session);
    api.held = [];
    expect(await permissions.of(sessionOf('session 2'))).toEqual(new Set());
    expect(permissions.lastOf(session)).toEqual(new Set(['org:members:read']));
  });

  it('are read again if the API may permit less', async () => {
    await permissions.of(session);
    api.held = [];
    expect(await permissions.read(session)).toEqual(new Set());
    expect(await permissions.of(session)).toEqual(new Set());
    expect(api.calls).toBe(2);
  });

  it('refuse a form without the permission', async () => {
    await permissions.require(session, 'org:members:read');
    await expect(permissions.require(session, 'org:members:write')).rejects.toThrow(Problem);
  });

  it('are forgotten for the sessions that were read first, when there are very many', async () => {
    for (let count = 0; count <= 1_000; count += 1) await permissions.of(sessionOf(String(count)));
    expect(permissions.lastOf(sessionOf('0'))).toEqual(new Set());
    expect(permissions.lastOf(sessionOf('1')).size).toBe(1);
  });
});
