import { callHttp, callJson, given, type HttpAnswer, until } from '@governance/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { sharedSurfaces } from './surfaces';

const orgId = 'org_workloads';
const admin = 'workloads-admin@example.com';
const issuer = 'https://gitlab.example';
const unknownRule = '00000000-0000-4000-8000-000000000000';

type Key = Awaited<ReturnType<typeof newKey>>;

/** A key of the platform of the workloads, which has no public address. */
async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { kid, privateKey, keySet: { keys: [{ ...(await exportJWK(publicKey)), kid }] } };
}

describe('a workload without a secret', () => {
  const surfaces = given(sharedSurfaces);
  let adminToken: string;
  let key: Key;

  beforeAll(async () => {
    await surfaces.identity.putOrganization(orgId, { mfaMaxAge: 300 });
    await surfaces.identity.putMember({ orgId, email: admin, role: 'account-admin' });
    adminToken = await surfaces.identity.tokenOf(admin);
    key = await newKey('first');
  });

  /** As the account admin, through the first process. */
  const manage = (method: string, path: string, body?: object): Promise<HttpAnswer> =>
    callJson(`${surfaces.platforms[0]}/iam/${path}`, { method, token: adminToken, body });

  async function createRule(members: object = {}): Promise<{ id: string; clientId: string }> {
    const { status, text, body } = await manage('POST', 'trust-rules', {
      name: 'Deployments',
      preset: 'gitlab',
      issuer,
      conditions: [{ claim: ['project_id'], one_of: ['7'] }],
      key_set: key.keySet,
      ...members,
    });
    expect([status, text]).toEqual([201, expect.any(String)]);
    return { id: String(body.id), clientId: String(body.client_id) };
  }

  function assertion(claims: object = {}, { privateKey, kid }: Key = key): Promise<string> {
    return new SignJWT({ project_id: '7', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(issuer)
      .setAudience(surfaces.identity.issuer)
      .setSubject('project_path:acme/website:ref_type:branch:ref:main')
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(privateKey);
  }

  async function exchange(clientId: string, asserted?: string): Promise<HttpAnswer> {
    const grant = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      client_id: clientId,
      assertion: asserted ?? (await assertion()),
    };
    return callHttp(`${surfaces.identity.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams(grant),
    });
  }

  async function tokenOf(clientId: string): Promise<string> {
    const { status, text, body } = await exchange(clientId);
    expect([status, text]).toEqual([200, expect.any(String)]);
    return String(body.access_token);
  }

  /** How a token is treated: the statuses of both processes, and whether the public surface recognizes its bearer. */
  async function standing(token: string): Promise<unknown> {
    const me = surfaces.platforms.map((origin) => callJson(`${origin}/self/me`, { token }));
    const { body } = await callJson(`${surfaces.website}/api/me`, { token });
    return [...(await Promise.all(me)).map(({ status }) => status), body.authenticated];
  }
  const accepted = [200, 200, true];
  const refused = [401, 401, false];

  it('exchanges the token of its platform, and calls every process of both surfaces § 10.15o', async () => {
    const { id, clientId } = await createRule({ permissions: ['m2m:credentials:read'] });
    const token = await tokenOf(clientId);
    expect(await standing(token)).toEqual(accepted);
    const me = await callJson(`${surfaces.platforms[1]}/self/me`, { token });
    expect(me.body).toMatchObject({ sub: clientId, permissions: ['m2m:credentials:read'] });
    expect((await manage('GET', 'm2m-credentials')).body).toMatchObject({ credentials: [] });
    expect((await manage('GET', `trust-rules/${id}`)).body).toMatchObject({ last_refusal: null });
  });

  it('is refused with its token in the request after the deletion of its rule', async () => {
    const { id, clientId } = await createRule();
    const token = await tokenOf(clientId);
    expect(await standing(token)).toEqual(accepted);
    expect((await manage('DELETE', `trust-rules/${id}`)).status).toBe(204);
    expect(await standing(token)).toEqual(refused);
    const asserted = await assertion();
    const [deleted, unknown] = [await exchange(clientId, asserted), await exchange(unknownRule, asserted)];
    expect([deleted.status, deleted.text]).toEqual([unknown.status, unknown.text]);
    expect(deleted.body.error).toBe('invalid_grant');
  });

  it('is accepted by no call that begins after the deletion has resolved, under load § 10.15p', async () => {
    const { id, clientId } = await createRule();
    const token = await tokenOf(clientId);
    let isDeleted = false;
    let isEnding = false;
    const calls = { before: 0, acceptedAfter: 0, refusedAfter: 0 };
    const loop = async (origin: string): Promise<void> => {
      while (!isEnding) {
        const isAfter = isDeleted;
        const { status } = await callJson(`${origin}/self/me`, { token });
        if (!isAfter) calls.before += 1;
        else if (status === 200) calls.acceptedAfter += 1;
        else calls.refusedAfter += 1;
      }
    };
    const loops = Array.from({ length: 8 }, (_, index) => loop(surfaces.platforms[index % 2 === 0 ? 0 : 1]));
    await until(() => calls.before > 50);
    expect((await manage('DELETE', `trust-rules/${id}`)).status).toBe(204);
    isDeleted = true;
    await until(() => calls.refusedAfter > 50);
    isEnding = true;
    await Promise.all(loops);
    expect(calls.acceptedAfter).toBe(0);
  });

  it('is refused with its token when its rule has ended', async () => {
    const ends = new Date(Date.now() + 3_000);
    const { clientId } = await createRule({ expires_at: ends.toISOString() });
    const token = await tokenOf(clientId);
    expect(await standing(token)).toEqual(accepted);
    await until(() => Date.now() > ends.getTime());
    expect(await standing(token)).toEqual(refused);
    expect((await exchange(clientId)).status).toBe(400);
  });

  it('needs the keys that the rule has now', async () => {
    const next = await newKey('second');
    const { id, clientId } = await createRule();
    const changed = await manage('PATCH', `trust-rules/${id}`, { key_set: next.keySet });
    expect([changed.status, changed.body.key_ids]).toEqual([200, ['second']]);
    expect((await exchange(clientId)).status).toBe(400);
    expect((await exchange(clientId, await assertion({}, next))).status).toBe(200);
  });

  it('is told which condition fails, as are its admins § 10.15k', async () => {
    const { id, clientId } = await createRule();
    const foreign = await assertion({ project_id: '8' });
    const { status, body } = await exchange(clientId, foreign);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(body.error_description).toContain('project_id');
    // The provider notes it within seconds.
    const shown = await until(async () => {
      const { body: rule } = await manage('GET', `trust-rules/${id}`);
      return rule.last_refusal !== null && rule;
    });
    expect([shown.last_refusal, shown.last_refused_at]).toEqual(['project_id', expect.any(String)]);
    const tried = await manage('POST', `trust-rules/${id}/try`, { token: foreign });
    expect([tried.status, tried.body.accepted]).toEqual([200, false]);
    expect(tried.body.conditions).toContainEqual({ condition: 'project_id', holds: false });
    const good = await manage('POST', `trust-rules/${id}/try`, { token: await assertion() });
    expect([good.status, good.body.accepted]).toEqual([200, true]);
  });

  it('makes no credential that outlives its rule', async () => {
    const ends = new Date(Date.now() + 3_600_000).toISOString();
    const permissions = ['m2m:credentials:read', 'm2m:credentials:write'];
    const { clientId } = await createRule({ expires_at: ends, permissions });
    const token = await tokenOf(clientId);
    const body = { name: 'Of a workload', type: 'client_secret' };
    const path = `${surfaces.platforms[0]}/iam/m2m-credentials`;
    const created = await callJson(path, { method: 'POST', token, body });
    expect(created.status).toBe(201);
    const credential = `m2m-credentials/${String(created.body.id)}`;
    expect((await manage('GET', credential)).body).toMatchObject({ expires_at: ends });
    await manage('DELETE', credential);
  });
});
