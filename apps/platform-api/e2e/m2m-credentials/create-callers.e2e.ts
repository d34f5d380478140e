import { makeKeyPair } from '@governance/iam/spec';
import { given, type HttpAnswer } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import { claimsNamespace } from '../support/platform-app';

/** The address of the tests is inside. */
const networks = ['127.0.0.0/8', '::1/128'];

const dayMs = 86_400_000;

const secret = { name: 'Nightly export', type: 'client_secret' };

const request = { body: { name: 'Nightly export', type: 'client_secret' } };

/** The claims for a second factor shown so many seconds ago, with a window of 300 seconds. */
function shownBefore(seconds: number): Record<string, unknown> {
  return {
    [`${claimsNamespace}mfa_at`]: Math.floor(Date.now() / 1_000) - seconds,
    [`${claimsNamespace}mfa_max_age`]: 300,
  };
}

describe('a credential made by a machine', () => {
  const app = given(newOrganization);

  async function machine(members: object): Promise<{ id: string; token: string; expiresAt: unknown }> {
    const { id, clientId } = await app.create(members);
    const { body } = await app.manage('GET', `/${id}`);
    return { id, token: app.machineToken(clientId), expiresAt: body.expires_at };
  }

  async function shown(id: string): Promise<unknown> {
    const { body } = await app.manage('GET', `/${id}`);
    return [body.allowed_networks, body.expires_at];
  }

  it('inherits its networks and its end, which rotations by a machine and by a person keep', async () => {
    const parent = await machine({ allowed_networks: networks, secret_valid_for_days: 30 });
    const { id } = await app.create({ secret_valid_for_days: 3_650 }, { token: parent.token });
    expect(await shown(id)).toEqual([networks, parent.expiresAt]);
    for (const request of [{ token: parent.token }, {}]) {
      const answer = await app.manage('POST', `/${id}/rotate-secret`, request);
      expect([answer.status, await shown(id)]).toEqual([200, [networks, parent.expiresAt]]);
    }
    const narrower = await app.create({ allowed_networks: ['127.0.0.0/24'] }, { token: parent.token });
    expect(await shown(narrower.id)).toEqual([['127.0.0.0/24'], parent.expiresAt]);
  });

  it('has no networks besides those of the machine, nor does it rotate one that has: 403', async () => {
    const { token } = await machine({ allowed_networks: networks });
    const { id: free } = await app.create();
    const refused = [
      await app.manage('POST', '', { token, body: { ...secret, allowed_networks: ['192.0.2.0/24'] } }),
      await app.manage('POST', '', { token, body: { ...secret, allowed_networks: ['126.0.0.0/7'] } }),
      await app.manage('POST', `/${free}/rotate-secret`, { token }),
    ];
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([
        403,
        {
          error: 'insufficient_permissions',
          error_description:
            'the credential would work in networks from which the calling credential does not',
        },
      ]);
    }
  });

  it('ends with a machine that has a key with an end, and so does what that machine rotates', async () => {
    const expires_at = new Date(Date.now() + 5 * dayMs).toISOString();
    const [first, next] = [makeKeyPair('ES256').publicPem, makeKeyPair('ES256').publicPem];
    const parent = await machine({ type: 'public_key', public_key: first, expires_at });
    const child = await app.create({}, { token: parent.token });
    const { id: free } = await app.create();
    expect(await shown(child.id)).toEqual([null, expires_at]);
    await app.manage('POST', `/${free}/rotate-secret`, { token: parent.token });
    expect(await shown(free)).toEqual([null, expires_at]);
    const own = { token: parent.token, body: { new_public_key: next } };
    expect((await app.manage('POST', `/${parent.id}/rotate-secret`, own)).status).toBe(200);
    expect(await shown(parent.id)).toEqual([null, expires_at]);
  });

  it('is unlimited if the machine is', async () => {
    const { token } = await machine({});
    expect(await shown((await app.create({}, { token })).id)).toEqual([null, null]);
  });
});

describe('POST /iam/m2m-credentials with a stale second factor', () => {
  const app = given(newOrganization);

  function create(seconds: number): Promise<HttpAnswer> {
    return app.manage('POST', '', { ...request, token: app.personToken(shownBefore(seconds)) });
  }

  it('answers 403 until the same call is repeated with the new token (spec 5.3.4) § 5.3.4c 5.3.4d', async () => {
    expect((await create(400)).body.error).toBe('step_up_required');
    expect((await app.manage('GET', '')).body).toEqual({ credentials: [] });
    expect((await create(1)).status).toBe(201);
  });

  it('answers 403 for a missing permission even after the caller signs in again (spec 5.3.5) § 5.3.5b', async () => {
    for (const seconds of [400, 1]) {
      const token = app.personToken({ ...shownBefore(seconds), permissions: ['m2m:credentials:read'] });
      const { status, body } = await app.manage('POST', '', { ...request, token });
      expect([status, body.error]).toEqual([403, 'insufficient_permissions']);
    }
  });

  it('applies the organization’s policy at the time of the call § 5.3.1d', async () => {
    const gate = `INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)
      ON CONFLICT (org_id) DO UPDATE SET gated_operations = excluded.gated_operations`;
    await app.sql(gate, [app.orgId, []]);
    expect((await create(400)).status).toBe(201);
    await app.sql(gate, [app.orgId, ['m2m-credentials:create']]);
    expect((await create(400)).status).toBe(403);
  });
});
