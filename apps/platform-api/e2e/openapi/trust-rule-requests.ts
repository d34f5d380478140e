import { permissions } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { probesPerWindow } from '../../src/connections/probe-limits';
import { leaveUnfinished } from '../support/provider-changes';
import { createIdentity } from '../support/service-identities';
import { createRule, newKeySet, newRule, rulesPath } from '../support/trust-rules';
import { type Documented } from './admin-requests';

const networks = '192.0.2.0/24';
const condition = { claim: ['project_id'], one_of: ['7'] };
const damaged = { keys: [{ kty: 'EC', crv: 'P-256', kid: 'a', x: 'AAAA' }] };
const badNames = [7, 'x'.repeat(101), '\u202e', '\u0000'];
const badKeySets = ['{}', {}, damaged];

/** Each is refused for a different reason. */
const refusedRules: readonly object[] = [
  ...badNames.map((name) => ({ name })),
  { preset: 7 },
  { preset: 'jenkins' },
  { issuer: 7 },
  { issuer: 'http://gitlab.example' },
  { preset: 'oidc', issuer: 'https://login.example' },
  { preset: 'spiffe', issuer: 'https://spire.example', subject: 'backup' },
  { subject: '*' },
  { audience: '*' },
  { preset: 'github-actions', conditions: [] },
  { conditions: 'project_id' },
  { conditions: [null] },
  { conditions: [{ ...condition, claim: [] }] },
  { conditions: [{ ...condition, claim: ['aud'] }] },
  { conditions: [{ ...condition, one_of: [] }] },
  { conditions: [{ ...condition, one_of: ['*'] }] },
  { conditions: [condition, condition] },
  { conditions: Array.from({ length: 21 }, (_, index) => ({ ...condition, claim: [`claim-${index}`] })) },
  { single_use: 'yes' },
  ...badKeySets.map((keySet) => ({ key_set: keySet })),
  { service_identity_id: 7 },
  { service_identity_id: randomUUID() },
  { permissions: 'org:audit:read' },
  { permissions: Array.from({ length: 101 }, () => 'org:audit:read') },
  { permissions: ['self:profile:read'] },
  { permissions: [], service_identity_id: randomUUID() },
  { allowed_networks: networks },
  { allowed_networks: [] },
  { allowed_networks: ['192.0.2.7/24'] },
  { expires_at: 7 },
  { expires_at: 'tomorrow' },
  { expires_at: '2020-01-01T00:00:00Z' },
  { client_id: 'mine' },
];

export async function createTrustRules({ app, ask, statusOf }: Documented): Promise<void> {
  const post = (members: object, token = app.personToken()): Promise<number> =>
    statusOf('POST', rulesPath, { token, body: { ...newRule, ...members } });
  expect([await post({}), await post({ allowed_networks: [networks] })]).toEqual([201, 201]);
  for (const members of refusedRules) expect([members, await post(members)]).toEqual([members, 400]);
  const page = await ask('GET', `${rulesPath}?limit=1`);
  expect(page.status).toBe(200);
  expect(await statusOf('GET', `${rulesPath}?cursor=${String(page.body.next_cursor)}`)).toBe(200);
  for (const query of ['limit=0', 'cursor=AQ'])
    expect(await statusOf('GET', `${rulesPath}?${query}`)).toBe(400);
  const { id } = await createIdentity(app, { permissions: ['org:audit:read'] });
  const lesser = app.personToken({ permissions: permissions.filter((each) => each !== 'org:audit:read') });
  for (const members of [{ permissions: ['org:audit:read'] }, { service_identity_id: id }])
    expect(await post(members, lesser)).toBe(403);
  await app.sql(`
    INSERT INTO trust_rules SELECT (jsonb_populate_record(rule,
      jsonb_build_object('id', gen_random_uuid(), 'client_id', 'client-' || n))).*
    FROM trust_rules AS rule, generate_series(1, 100) AS n WHERE rule.id = (SELECT min(id::text)::uuid FROM trust_rules)`);
  expect(await post({})).toBe(409);
  await app.sql('TRUNCATE trust_rules');
}

export async function changeTrustRules({ app, statusOf }: Documented): Promise<void> {
  const patch = (id: string, body: object): Promise<number> =>
    statusOf('PATCH', `${rulesPath}/${id}`, { body });
  const { id } = await createRule(app, { key_set: newKeySet() });
  expect(await statusOf('GET', `${rulesPath}/${id}`)).toBe(200);
  expect(await patch(id, { name: 'Releases', key_set: newKeySet('second') })).toBe(200);
  for (const name of badNames) expect(await patch(id, { name })).toBe(400);
  for (const keySet of badKeySets) expect(await patch(id, { key_set: keySet })).toBe(400);
  expect(await patch(id, { conditions: [] })).toBe(400);
  const published = await createRule(app);
  expect(await patch(published.id, { key_set: newKeySet() })).toBe(400);
  const end = await leaveUnfinished(app, id);
  expect(await patch(id, { name: 'Busy' })).toBe(409);
  await end();
  await app.sql(`UPDATE trust_rules SET provider = 'https://former.example.org' WHERE id = $1`, [id]);
  expect(await patch(id, { name: 'Former' })).toBe(409);
  for (const [known, status] of [
    [id, 204],
    [id, 404],
    ['%E0%A4%A', 404],
  ] as const)
    expect(await statusOf('DELETE', `${rulesPath}/${known}`)).toBe(status);
  expect([await statusOf('GET', `${rulesPath}/${id}`), await patch(id, { name: 'Gone' })]).toEqual([
    404, 404,
  ]);
}

export async function tryTrustRules({ app, statusOf }: Documented): Promise<void> {
  const { id } = await createRule(app);
  const attempt = (of: string, body: object): Promise<number> =>
    statusOf('POST', `${rulesPath}/${of}/try`, { body });
  for (const body of [{ token: 7 }, { token: '' }, { token: 'x', tokens: [] }])
    expect(await attempt(id, body)).toBe(400);
  expect([await attempt(id, { token: 'x' }), await attempt(randomUUID(), { token: 'x' })]).toEqual([
    200, 404,
  ]);
  app.provider.trustRules.rules.clear();
  expect(await attempt(id, { token: 'x' })).toBe(409);
  for (let call = 0; call < probesPerWindow; call += 1) await attempt(id, { token: 'x' });
  expect(await attempt(id, { token: 'x' })).toBe(429);
  await app.sql('TRUNCATE rate_limits');
}

export async function requestCredentialPolicy({ app, statusOf }: Documented): Promise<void> {
  const path = '/iam/credential-policy';
  const put = (body: object): Promise<number> => statusOf('PUT', path, { body });
  expect(await statusOf('GET', path)).toBe(200);
  for (const body of [
    { client_secrets: 7 },
    { client_secrets: 'no' },
    { client_secrets: 'allowed', public_keys: 'allowed' },
  ])
    expect(await put(body)).toBe(400);
  expect(await put({ client_secrets: 'forbidden' })).toBe(200);
  const body = { name: 'Nightly export', type: 'client_secret' };
  expect(await statusOf('POST', '/iam/m2m-credentials', { body })).toBe(409);
  expect(await put({ client_secrets: 'allowed' })).toBe(200);
  await app.sql('TRUNCATE credential_policies');
}
