import { callJson, freePort, given, type HttpAnswer, type ProgramEnd } from '@governance/testing';
import { startSystem } from '../machines/system';

const orgId = 'org_members';

describe('the members of an organization, by command', () => {
  const system = given(startSystem);
  let platform: string;
  let website: string;
  beforeAll(async () => {
    await system.identity.putOrganization(orgId);
    for (const name of ['removed', 'demoted', 'kept', 'last']) {
      await system.identity.putMember({ orgId, email: `${name}@example.com`, role: 'account-admin' });
    }
    platform = (await system.serve('platform-api/main')).origin;
    website = (await system.serve('public-api/main')).origin;
  });
  afterAll(() => system.stop());

  const org = (...args: string[]): Promise<ProgramEnd> => system.run('platform-api/org', {}, args);
  const tokenOf = (name: string): Promise<string> => system.identity.tokenOf(`${name}@example.com`);

  function ask(method: string, url: string, token: string): Promise<HttpAnswer> {
    const body = method === 'POST' ? { name: 'Export', type: 'client_secret' } : undefined;
    return callJson(url, { method, token, body });
  }

  const create = (token: string) => ask('POST', `${platform}/iam/m2m-credentials`, token);

  it('are listed', async () => {
    expect(await org('members', orgId)).toEqual({
      code: 0,
      stderr: '',
      stdout: 'demoted account-admin\nkept account-admin\nlast account-admin\nremoved account-admin',
    });
  });

  it('get 401 on both surfaces after their removal, while others continue § 10.4u V7.4.2', async () => {
    const [token, other] = [await tokenOf('removed'), await tokenOf('kept')];
    expect((await create(token)).status).toBe(201);

    const ended = await org('remove-member', orgId, 'removed');

    expect(ended).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^removed was removed from/) as unknown,
    });
    expect((await create(token)).status).toBe(401);
    expect((await ask('GET', `${platform}/self/me`, token)).status).toBe(401);
    expect((await ask('GET', `${website}/api/me`, token)).body.authenticated).toBe(false);
    expect((await create(other)).status).toBe(201);
    expect((await ask('GET', `${website}/api/me`, other)).body.authenticated).toBe(true);
    const { stdout } = await org('members', orgId);
    expect(stdout).toBe('demoted account-admin\nkept account-admin\nlast account-admin');
  });

  it('get 403 with earlier tokens for operations that their new role does not permit', async () => {
    const token = await tokenOf('demoted');
    expect((await create(token)).status).toBe(201);
    expect(await org('set-role', orgId, 'demoted', 'viewer')).toMatchObject({ code: 0, stderr: '' });
    expect((await create(token)).status).toBe(403);
    const { status, body } = await ask('GET', `${platform}/self/me`, token);
    const permissions = ['self:profile:read', 'self:profile:write', 'self:organization:read'];
    expect([status, body.permissions]).toEqual([200, permissions]);
  });

  it('can be changed again after an outage of the identity provider, and each change is in the audit trail', async () => {
    const token = await tokenOf('kept');
    expect((await create(token)).status).toBe(201);
    const IDENTITY_MANAGEMENT_URL = `http://127.0.0.1:${await freePort()}/management`;
    const args = ['remove-member', orgId, 'kept'];
    const away = await system.run('platform-api/org', { IDENTITY_MANAGEMENT_URL }, args);
    expect(away).toMatchObject({ code: 1, stderr: 'the identity provider is unavailable\n' });
    // Access is removed first.
    expect((await create(token)).status).toBe(401);
    expect((await org('members', orgId)).stdout).toContain('kept account-admin');
    expect((await org(...args)).code).toBe(0);
    const again = await org(...args);
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^kept is not a member of/) as unknown,
    });
    const rows = await system.sql(
      `SELECT operation, target, reason FROM audit_trail WHERE actor_kind = 'operator' ORDER BY id`,
    );
    expect(rows).toEqual([
      { operation: 'members:remove', target: 'removed', reason: null },
      { operation: 'members:update', target: 'demoted', reason: 'viewer' },
      { operation: 'members:remove', target: 'kept', reason: null },
      { operation: 'members:remove', target: 'kept', reason: null },
    ]);
  });

  it('include an account-admin: the last one can be neither removed nor demoted', async () => {
    const token = await tokenOf('last');
    for (const args of [
      ['remove-member', orgId, 'last'],
      ['set-role', orgId, 'last', 'viewer'],
    ]) {
      const stderr = 'the organization must keep an account-admin who can sign in\n';
      expect(await org(...args)).toEqual({ code: 1, stdout: '', stderr });
    }
    expect((await create(token)).status).toBe(201);
    expect((await org('members', orgId)).stdout).toBe('demoted viewer\nlast account-admin');
  });

  it('keep a second factor that they do not have here, or if the provider sends no mail', async () => {
    const stderr = 'the member has no second factor here, or cannot be told by mail\n';
    expect(await org('reset-second-factor', orgId, 'last')).toEqual({ code: 1, stdout: '', stderr });
    expect((await org('reset-second-factor', orgId, 'stranger')).stderr).toBe(
      'the organization has no such member\n',
    );
  });

  it('are not created by the command, and an unknown role is refused', async () => {
    expect(await org('set-role', orgId, 'stranger', 'viewer')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'the organization has no such member\n',
    });
    expect((await org('set-role', orgId, 'demoted', 'owner')).code).toBe(1);
  });
});
