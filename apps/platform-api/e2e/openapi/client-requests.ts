import { randomUUID } from 'node:crypto';
import { clientsPath, createClient } from '../support/clients';
import { type Documented } from './admin-requests';

/** Each is refused for a different reason, by a creation and by a change. */
const refusedDetails: readonly object[] = [
  ...[7, '', 'x'.repeat(101), '\u202e', '\u0000'].map((name) => ({ name })),
  { contact_name: 7 },
  { contact_email: 7 },
  { contact_email: 'eva' },
  { reference: 7 },
  { reference: 'x'.repeat(65) },
  { domain: 7 },
  { domain: 'https://globex.example' },
  { tags: 'gold' },
  { tags: [7] },
  { tags: Array.from({ length: 11 }, (_, index) => `tag ${index}`) },
  { tags: ['x'.repeat(41)] },
  { tags: ['a,b'] },
  { owner_id: 7 },
  { owner_id: 'user_unknown' },
  { member_ids: 7 },
  { member_ids: Array.from({ length: 51 }, (_, index) => `user_${index}`) },
  { member_ids: ['user_unknown'] },
  { archived: 'yes' },
  { phone: '+41' },
];

export async function createClients({ app, statusOf }: Documented): Promise<void> {
  const post = (members: object): Promise<number> =>
    statusOf('POST', clientsPath, { body: { name: 'Globex Ltd', ...members } });
  expect([await post({ reference: 'CW-1' }), await post({ reference: 'CW-1' })]).toEqual([201, 409]);
  for (const members of refusedDetails) expect([members, await post(members)]).toEqual([members, 400]);
  expect(await post({ member_ids: [] })).toBe(201);
  const token = app.personToken({ permissions: ['org:clients:write'] });
  const body = { name: 'Globex Ltd', member_ids: [] };
  expect(await statusOf('POST', clientsPath, { body, token })).toBe(403);
  await app.sql(
    `INSERT INTO org_clients (id, org_id, name, tags, is_archived, created_at, updated_at)
     SELECT gen_random_uuid(), org_id, name, tags, is_archived, created_at, updated_at
     FROM org_clients, generate_series(1, 10000) WHERE org_id = $1`,
    [app.orgId],
  );
  expect(await post({})).toBe(409);
  await app.sql('DELETE FROM org_clients WHERE org_id = $1', [app.orgId]);
}

export async function changeClients({ app, statusOf }: Documented): Promise<void> {
  const [id, other] = [await createClient(app), await createClient(app, { reference: 'CW-2' })];
  const patch = (of: string, body: object): Promise<number> =>
    statusOf('PATCH', `${clientsPath}/${of}`, { body });
  expect([await patch(id, { archived: true }), await patch(id, { reference: 'CW-2' })]).toEqual([200, 409]);
  for (const members of refusedDetails) expect([members, await patch(id, members)]).toEqual([members, 400]);
  expect(await patch(randomUUID(), {})).toBe(404);
  const token = app.personToken({ permissions: ['org:clients:write'] });
  const assigning = { body: { member_ids: [] }, token };
  expect(await statusOf('PATCH', `${clientsPath}/${id}`, assigning)).toBe(403);
  const remove = (of: string): Promise<number> => statusOf('DELETE', `${clientsPath}/${of}`);
  expect([await remove(id), await remove(id), await remove(other)]).toEqual([204, 404, 204]);
}

export async function listClients({ app, ask, statusOf }: Documented): Promise<void> {
  const id = await createClient(app);
  await createClient(app);
  const page = await ask('GET', `${clientsPath}?limit=1&search=globex`);
  expect(page.status).toBe(200);
  const next = `${clientsPath}?search=globex&cursor=${String(page.body.next_cursor)}`;
  expect(await statusOf('GET', next)).toBe(200);
  for (const [of, status] of [
    [id, 200],
    [randomUUID(), 404],
  ] as const)
    expect(await statusOf('GET', `${clientsPath}/${of}`)).toBe(status);
  const ofResults = ['tier', 'launch_allowed', 'renew_before', 'assessed'];
  const once = ['search', 'tag', 'owner', 'archived', ...ofResults].map((name) => `${name}=a&${name}=a`);
  const refused = ['search=-', 'tag=a;b', 'owner=a+b', 'archived=yes', 'limit=0', 'cursor=AQ'].concat(
    ofResults.map((name) => `${name}=a`),
    once,
  );
  for (const query of refused)
    expect([query, await statusOf('GET', `${clientsPath}?${query}`)]).toEqual([query, 400]);
  expect(await statusOf('GET', `${clientsPath}/export`)).toBe(200);
  for (const query of refused.filter((each) => !/^(?:limit|cursor)/.test(each)))
    expect([query, await statusOf('GET', `${clientsPath}/export?${query}`)]).toEqual([query, 400]);
}

/** Each is refused for a different reason. */
const refusedFiles: readonly object[] = [
  ...[7, '', 'name\n"a', 'name', 'name,name\na,b', 'name,phone\na,b', 'name\n\0'].map((csv) => ({ csv })),
  { csv: 'name\na', name: 'Globex' },
];

export async function importClients({ statusOf }: Documented): Promise<void> {
  const post = (body: object): Promise<number> => statusOf('POST', `${clientsPath}/import`, { body });
  expect(await post({ csv: 'name\nGlobex Ltd' })).toBe(200);
  for (const body of refusedFiles) expect([body, await post(body)]).toEqual([body, 400]);
}
