import { makeKeyPair } from '@governance/iam/spec';
import { callHttp, callJson, given, type HttpAnswer } from '@governance/testing';
import { sharedSurfaces } from './surfaces';
import { works } from './token-endpoint';

const orgId = 'org_networks';
const admin = 'networks-admin@example.com';
const elsewhere = ['192.0.2.0/24'];
const here = ['127.0.0.0/8', '::1/128'];

describe('a machine with allowed networks', () => {
  const surfaces = given(sharedSurfaces);
  let adminToken: string;
  beforeAll(async () => {
    await surfaces.identity.putOrganization(orgId);
    await surfaces.identity.putMember({ orgId, email: admin, role: 'account-admin' });
    adminToken = await surfaces.identity.tokenOf(admin);
  });

  const ask = (path: string, token: string, body?: object): Promise<HttpAnswer> =>
    callJson(surfaces.platforms[0] + path, { token, body });

  async function create(members: object): Promise<{ clientId: string; secret: string }> {
    const { body } = await ask('/iam/m2m-credentials', adminToken, { name: 'Office', ...members });
    return { clientId: String(body.client_id), secret: String(body.client_secret) };
  }

  it('gets tokens inside them only, with a secret or a key § 10.1q', async () => {
    const { issuer } = surfaces.identity;
    const { publicPem, privatePem } = makeKeyPair('ES256');
    const key = { type: 'public_key', public_key: publicPem };
    for (const [allowed_networks, expected] of [
      [here, true],
      [elsewhere, false],
    ] as const) {
      const { clientId, secret } = await create({ type: 'client_secret', allowed_networks });
      expect(await works(issuer, clientId, { secret })).toBe(expected);
      const { clientId: keyClient } = await create({ ...key, allowed_networks });
      expect(await works(issuer, keyClient, { privatePem })).toBe(expected);
    }
  });

  it('cannot use a token, also one that it got inside, from outside § 10.1q', async () => {
    const { clientId, secret } = await create({ type: 'client_secret', allowed_networks: here });
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    });
    const issued = await callHttp(`${surfaces.identity.issuer}/token`, { method: 'POST', body });
    const token = String(issued.body.access_token);
    expect((await ask('/self/me', token)).status).toBe(200);
    // As if it called from another network.
    const behind = await surfaces.system.serve('platform-api/main', { TRUST_PROXY: '1' });
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.7' };
    expect((await callHttp(`${behind.origin}/self/me`, { headers })).status).toBe(403);
    const website = await surfaces.system.serve('public-api/main', { TRUST_PROXY: '1' });
    const me = (address: string): Promise<HttpAnswer> =>
      callHttp(`${website.origin}/api/me`, { headers: { ...headers, 'x-forwarded-for': address } });
    expect((await me('127.0.0.1')).body.authenticated).toBe(true);
    expect((await me('192.0.2.7')).body.authenticated).toBe(false);
    await Promise.all([behind.kill(), website.kill()]);
  });
});
