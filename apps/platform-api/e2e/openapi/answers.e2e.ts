import { operations } from '@governance/iam';
import { makeKeyPair } from '@governance/iam/spec';
import { type HttpAnswer, OpenApiContract, opened, until } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { credentialsPath, type Request, startCredentialsApp } from '../support/credentials-app';
import { guardedOperations } from '../support/guarded-operations';
import { claimsNamespace, resultOf } from '../support/platform-app';
import { changeAtFormerProvider } from './former-provider-requests';
import { revokePreviousSecrets } from './overlap-requests';
import { requestsByTopic } from './requests-by-topic';
import { requestWhileFull } from './overload-requests';
import {
  publicKey,
  refusedCreations,
  refusedCredentialQueries,
  refusedProfiles,
  refusedRenamings,
  refusedRotations,
} from './refused-bodies';

const verify = '/api/certification/verify';
const secret = { name: 'Nightly export', type: 'client_secret' };

/** The app's responses match its document, and every documented response occurs. */
describe('the responses of the platform surface', () => {
  const result = resultOf();
  const app = opened(startCredentialsApp);
  let contract: OpenApiContract;

  beforeAll(async () => {
    contract = new OpenApiContract((await app.call('/openapi.json')).body);
    await app.results.create(result, {});
  });

  async function ask(method: string, path: string, request?: Request): Promise<HttpAnswer> {
    const answer = await app.ask(method, path, request);
    expect(await contract.differences({ method, path }, answer)).toEqual([]);
    return answer;
  }

  async function statusOf(method: string, path: string, request?: Request): Promise<number> {
    return (await ask(method, path, request)).status;
  }

  const manage = (method: string, below: string, request?: Request): Promise<HttpAnswer> =>
    ask(method, credentialsPath + below, request);

  async function blocking(statement: string, work: () => Promise<void>): Promise<void> {
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query(statement);
    await work().finally(() => blocker.end());
  }

  it.each(['/health', '/health/live', '/health/ready', '/.well-known/oauth-protected-resource'])(
    'to GET %s',
    async (path) => {
      expect(await statusOf('GET', path, { token: undefined })).toBe(200);
      expect(await statusOf('GET', `${path}?api-version=2.0`, { token: undefined })).toBe(400);
    },
  );

  it('to verification', async () => {
    const get = (path: string, accept = '*/*'): Promise<HttpAnswer> =>
      ask('GET', path, { token: undefined, headers: { accept } });
    expect((await get(`${verify}/${result.id}?format=json`)).body.valid).toBe(true);
    expect((await get(`${verify}/${randomUUID()}?format=json`)).body.valid).toBe(false);
    expect((await get(`${verify}/${result.id}`, 'text/html')).status).toBe(302);
    expect((await get(`${verify}/${result.id}?api-version=2.0`)).status).toBe(302);
    for (const wrong of ['42', '%E0%A4%A']) {
      expect((await get(`${verify}/${wrong}`)).status).toBe(400);
    }
    await blocking('LOCK TABLE survey_results', async () => {
      expect((await get(`${verify}/${result.id}?format=json`)).status).toBe(503);
    });
  });

  describe.each(guardedOperations)('to $name', ({ method, path, access, operation }) => {
    it('without a valid token or version', async () => {
      const expired = app.personToken({ exp: 1 });
      for (const token of [undefined, 'no token', expired]) {
        expect(await statusOf(method, path, { token })).toBe(401);
      }
      expect(await statusOf(method, `${path}?api-version=2.0`)).toBe(400);
    });

    it('without a required permission or second factor', async () => {
      if (access.kind === 'permission') {
        expect(await statusOf(method, path, { token: app.personToken({ permissions: [] }) })).toBe(403);
      }
      if (access.inOrganization) {
        expect(await statusOf(method, path, { token: app.personToken({ org_id: undefined }) })).toBe(403);
      }
      if (operation === undefined) return;
      await app.sql(
        'INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        ['org_careful', [...operations]],
      );
      const claims = { org_id: 'org_careful', [`${claimsNamespace}mfa_max_age`]: 300 };
      expect(await statusOf(method, path, { token: app.personToken(claims) })).toBe(403);
    });

    it('to a machine outside its allowed networks', async () => {
      const { clientId } = await app.create({ allowed_networks: ['192.0.2.0/24'] });
      expect(await statusOf(method, path, { token: app.machineToken(clientId) })).toBe(403);
    });

    it('with an unreadable body § 10a', async () => {
      if (method === 'GET') return;
      const members = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [index, 0]));
      for (const body of ['{', '['.repeat(17) + ']'.repeat(17), JSON.stringify([members, { a: 0 }])]) {
        expect(await statusOf(method, path, { body })).toBe(400);
      }
      expect(await statusOf(method, path, { body: { name: 'x'.repeat(102_400) } })).toBe(413);
      for (const type of ['text/plain', 'application/json; charset=koi8']) {
        expect(await statusOf(method, path, { body: '{}', headers: { 'content-type': type } })).toBe(415);
      }
      if (method !== 'DELETE') expect(await statusOf(method, path, { body: '[]' })).toBe(400);
    });
  });

  it('while the database does not answer', async () => {
    const { clientId } = await app.create();
    const token = app.machineToken(clientId);
    await blocking('LOCK TABLE m2m_credentials', async () => {
      const late = guardedOperations.map(({ method, path }) => statusOf(method, path, { token }));
      expect(new Set(await Promise.all(late))).toEqual(new Set([503]));
    });
  });

  it('to requests for the caller’s identity', async () => {
    expect(await statusOf('GET', '/self/me')).toBe(200);
    expect(await statusOf('GET', '/self/profile')).toBe(200);
  });

  it('to changes of the profile', async () => {
    const path = '/self/profile';
    expect(await statusOf('PATCH', path, { body: { display_name: 'Viewer' } })).toBe(200);
    for (const body of refusedProfiles) expect(await statusOf('PATCH', path, { body })).toBe(400);
  });

  it('to a creation and its replay', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    expect((await manage('POST', '', { body: secret, headers })).status).toBe(201);
    const replayed = await manage('POST', '', { body: secret, headers });
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    const another = { ...secret, name: 'Another' };
    expect((await manage('POST', '', { body: another, headers })).status).toBe(422);
    const body = { name: 'Key', type: 'public_key', public_key: publicKey, valid_for_days: 7 };
    expect((await manage('POST', '', { body })).status).toBe(201);
    expect((await manage('GET', '')).status).toBe(200);
  });

  it('to a list read page by page', async () => {
    await app.create();
    await app.create();
    const page = await manage('GET', '?limit=1');
    expect(page.status).toBe(200);
    expect((await manage('GET', `?cursor=${String(page.body.next_cursor)}`)).status).toBe(200);
    for (const refused of refusedCredentialQueries) {
      expect((await manage('GET', `?${refused}`)).status).toBe(400);
    }
  });

  it('to a creation whose idempotency key is in use', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const held = app.provider.wire.hold();
    const first = app.manage('POST', '', { body: secret, headers });
    await held.reached;
    expect((await manage('POST', '', { body: secret, headers })).status).toBe(409);
    held.release();
    await first;
  });

  it('to a refused creation', async () => {
    for (const body of refusedCreations) {
      const { status, text } = await manage('POST', '', { body });
      expect([status, text]).toEqual([400, expect.any(String)]);
    }
    app.provider.capabilities = { ...app.provider.capabilities, networks: false };
    const restricted = { ...secret, allowed_networks: ['192.0.2.0/24'] };
    expect((await manage('POST', '', { body: restricted })).status).toBe(400);
    app.provider.capabilities = { ...app.provider.capabilities, networks: true };
    const headers = { 'idempotency-key': 'short' };
    expect((await manage('POST', '', { body: secret, headers })).status).toBe(400);
  });

  it('to a creation over the organization’s limit', async () => {
    const token = app.personToken({ org_id: 'org_full' });
    const { id } = await app.create({}, { token });
    await app.sql(
      `INSERT INTO m2m_credentials SELECT gen_random_uuid(), org_id, name, type, state, n::text, service_identity_id,
         created_at, last_rotated_at
       FROM m2m_credentials, generate_series(2, 1000) AS n WHERE id = $1`,
      [id],
    );
    expect((await manage('POST', '', { token, body: secret })).status).toBe(409);
  });

  it('to a creation or rotation that would grant more permissions than the caller has', async () => {
    const { id } = await app.create({ permissions: ['org:audit:read'] });
    const [row] = await app.sql('SELECT service_identity_id FROM m2m_credentials WHERE id = $1', [id]);
    const token = app.personToken({ permissions: ['m2m:credentials:write'] });
    expect((await manage('POST', '', { token, body: { ...secret, ...row } })).status).toBe(403);
    const body = { ...secret, permissions: ['org:audit:read'] };
    expect((await manage('POST', '', { token, body })).status).toBe(403);
    expect((await manage('POST', `/${id}/rotate-secret`, { token })).status).toBe(403);
  });

  it('to rotations', async () => {
    const withSecret = await app.create();
    const withKey = await app.create({ type: 'public_key', public_key: makeKeyPair('ES256').publicPem });
    const rotate = async (id: string, body?: object): Promise<number> =>
      (await manage('POST', `/${id}/rotate-secret`, { body })).status;
    expect(await rotate(withSecret.id)).toBe(200);
    expect(await rotate(withKey.id, { new_public_key: publicKey })).toBe(200);
    expect(await rotate(withKey.id, { new_public_key: publicKey })).toBe(400);
    for (const body of refusedRotations.ofSecret) expect(await rotate(withSecret.id, body)).toBe(400);
    for (const body of refusedRotations.ofKey) expect(await rotate(withKey.id, body)).toBe(400);
    app.provider.capabilities = { ...app.provider.capabilities, overlap: false };
    expect(await rotate(withSecret.id, { overlap_seconds: 60 })).toBe(400);
    app.provider.capabilities = { ...app.provider.capabilities, overlap: true };
    await app.provider.deleteClient(withSecret.clientId);
    expect(await rotate(withSecret.id)).toBe(409);
  });

  it('to revocations of a previous secret', () => revokePreviousSecrets({ app, ask, statusOf }));

  it('to changes of a credential of a former identity provider', () =>
    changeAtFormerProvider({ app, ask, statusOf }));

  it('to conflicting changes', async () => {
    const { id } = await app.create();
    const held = app.provider.wire.hold();
    const rotation = manage('POST', `/${id}/rotate-secret`);
    await held.reached;
    expect((await manage('POST', `/${id}/rotate-secret`)).status).toBe(409);
    expect((await manage('PATCH', `/${id}`, { body: { name: 'After' } })).status).toBe(409);
    const revocation = manage('DELETE', `/${id}`);
    await until(async () => (await app.manage('POST', `/${id}/rotate-secret`)).status === 404);
    held.release();
    expect([(await rotation).status, (await revocation).status]).toEqual([409, 204]);
  });

  it('to renames, and to requests for one credential', async () => {
    const { id } = await app.create();
    expect((await manage('GET', `/${id}`)).status).toBe(200);
    expect((await manage('PATCH', `/${id}`, { body: { name: 'After' } })).status).toBe(200);
    for (const body of refusedRenamings) {
      expect((await manage('PATCH', `/${id}`, { body })).status).toBe(400);
    }
  });

  it.each(requestsByTopic)('to %s', (_what, request) => request({ app, ask, statusOf }));

  it('about an unknown credential', async () => {
    for (const id of [randomUUID(), '%E0%A4%A']) {
      expect((await manage('POST', `/${id}/rotate-secret`)).status).toBe(404);
      expect((await manage('PATCH', `/${id}`, { body: { name: 'a' } })).status).toBe(404);
      expect((await manage('DELETE', `/${id}`)).status).toBe(404);
      expect((await manage('DELETE', `/${id}/previous-secret`)).status).toBe(404);
      expect((await manage('GET', `/${id}`)).status).toBe(404);
    }
  });

  it('of a process that works on as many requests as it may § 10.8c', async () => {
    await requestWhileFull(app, { contract, path: `${verify}/${result.id}?format=json` });
  });

  it('are all the documented ones', async () => {
    await app.loseDatabase();
    expect(await statusOf('GET', '/health/ready', { token: undefined })).toBe(503);
    expect(contract.unseen).toEqual([]);
  });
});
