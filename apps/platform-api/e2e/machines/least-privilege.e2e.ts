import { isServiceIdentityPermission, permissions } from '@governance/iam';
import { callHttp, type HttpAnswer } from '@governance/testing';
import { AccountAdmin, type IssuedCredential } from './account-admin';
import { sharedSurfaces, type Surfaces } from './surfaces';
import { askForToken } from './token-endpoint';

const orgId = 'org_least_privilege';
const admin = 'least-privilege-admin@example.com';
const least = ['self:organization:read', 'm2m:credentials:read'];
const ofMachines = permissions.filter(isServiceIdentityPermission);

describe('a new machine', () => {
  let identity: Surfaces['identity'];
  let origin: string;
  let adminToken: string;
  beforeAll(async () => {
    const surfaces = await sharedSurfaces();
    ({ identity } = surfaces);
    [origin] = surfaces.platforms;
    await identity.putOrganization(orgId, { mfaMaxAge: 300 });
    await identity.putMember({ orgId, email: admin, role: 'account-admin' });
    adminToken = await identity.tokenOf(admin);
  });

  const asAdmin = (): AccountAdmin => new AccountAdmin(origin, adminToken);

  async function tokenOf({ clientId, secret }: IssuedCredential, scope?: string): Promise<string> {
    const { status, body } = await askForToken(identity.issuer, clientId, { secret, scope });
    expect([status, body.access_token]).toEqual([200, expect.any(String)]);
    return String(body.access_token);
  }

  async function permissionsOf(token: string): Promise<unknown> {
    const { status, body } = await get('/self/me', token);
    expect(status).toBe(200);
    return body.permissions;
  }

  function get(path: string, token: string): Promise<HttpAnswer> {
    return callHttp(origin + path, { headers: { authorization: `Bearer ${token}` } });
  }

  function invite(token: string, role: string): Promise<HttpAnswer> {
    return callHttp(`${origin}/iam/org-invitations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'accomplice@example.com', role }),
    });
  }

  it('with only a name and a type can read, and can neither create credentials nor invite', async () => {
    const token = await tokenOf(await asAdmin().create());
    expect(await permissionsOf(token)).toEqual(least);
    expect((await get('/iam/m2m-credentials', token)).status).toBe(200);
    const body = { name: 'Accomplice', type: 'client_secret' };
    expect((await new AccountAdmin(origin, token).ask('POST', '', { body })).status).toBe(403);
    expect((await invite(token, 'account-admin')).status).toBe(403);
    expect((await invite(token, 'viewer')).status).toBe(403);
  });

  it('with every permission of machines invites no account-admin', async () => {
    const token = await tokenOf(await asAdmin().create({ permissions: ofMachines }));
    expect(await permissionsOf(token)).toEqual(ofMachines);
    const { status, body } = await invite(token, 'account-admin');
    expect([status, body.error]).toEqual([403, 'insufficient_permissions']);
    expect((await invite(token, 'viewer')).status).toBe(201);
  });

  it('without any permission still gets a token and /self/me', async () => {
    const token = await tokenOf(await asAdmin().create({ permissions: [] }));
    expect(await permissionsOf(token)).toEqual([]);
    expect((await get('/iam/m2m-credentials', token)).status).toBe(403);
  });

  it('keeps the permissions that its scope covers, as a user does, and all of them without a scope § V10.3.2', async () => {
    const held = ['m2m:credentials:read', 'm2m:credentials:write', 'org:invitations:write'];
    const machine = await asAdmin().create({ permissions: held });
    expect(await permissionsOf(await tokenOf(machine))).toEqual(held);
    const reads = await permissionsOf(await tokenOf(machine, 'api:full:read'));
    expect(reads).toEqual(['m2m:credentials:read']);
    const writes = await permissionsOf(await tokenOf(machine, 'api:full:write'));
    expect(writes).toEqual(['m2m:credentials:write', 'org:invitations:write']);
    expect(await permissionsOf(await tokenOf(machine, 'api:full:read api:full:write'))).toEqual(held);
  });

  it('has the permissions that the lists show, and gives them to the next credential of its named service identity', async () => {
    const held = ['m2m:credentials:read', 'org:audit:read'];
    const machine = await asAdmin().create({ permissions: held });
    const { body: entry } = await asAdmin().ask('GET', `/${machine.id}`);
    expect([entry.permissions, await permissionsOf(await tokenOf(machine))]).toEqual([held, held]);

    const service_identity_id = String(entry.service_identity_id);
    const renamed = await callHttp(`${origin}/iam/service-identities/${service_identity_id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: '{"name":"Exports"}',
    });
    expect(renamed).toMatchObject({ status: 200, body: { permissions: held } });
    expect((await asAdmin().ask('DELETE', `/${machine.id}`)).status).toBe(204);
    const next = await asAdmin().create({ service_identity_id });
    expect(await permissionsOf(await tokenOf(next))).toEqual(held);
  });

  it('gains no permission through a chain of machines, for any permissions they request', async () => {
    const first = ['m2m:credentials:write', 'self:organization:read', 'org:results:read'];
    let held: readonly string[] = first;
    let token = await tokenOf(await asAdmin().create({ permissions: first }));
    for (let depth = 1; depth <= 3; depth += 1) {
      const machine = new AccountAdmin(origin, token);
      for (const permission of ofMachines.filter((each) => !held.includes(each))) {
        const body = { name: 'More', type: 'client_secret', permissions: [...held, permission] };
        const { status, body: answer } = await machine.ask('POST', '', { body });
        expect([permission, status, answer.error]).toEqual([permission, 403, 'insufficient_permissions']);
      }
      const byDefault = await permissionsOf(await tokenOf(await machine.create()));
      expect(byDefault).toEqual(least.filter((permission) => held.includes(permission)));
      held = held.filter((permission) => permission !== first[3 - depth] || permission === first[0]);
      token = await tokenOf(await machine.create({ permissions: held }));
      expect(new Set((await permissionsOf(token)) as string[])).toEqual(new Set(held));
    }
    expect(held).toEqual([first[0]]);
  });
});
