import { randomUUID } from 'node:crypto';
import { campaignsPath, createCampaign, createContact, newCampaign, proveDomain } from '../support/campaigns';
import { type Documented } from './admin-requests';

/** Each is refused for a different reason. */
const refusedMembers: readonly object[] = [
  ...[7, '', 'x'.repeat(101), '\u202e', '\u0000'].map((name) => ({ name })),
  { mode: 7 },
  { mode: 'all' },
  { message: 7 },
  { message: 'x'.repeat(501) },
  { message: 'a\u202eb' },
  { message: 'evil.example' },
  { due_at: 7 },
  { due_at: 'tomorrow' },
  { due_at: '2020-01-31T00:00:00Z' },
  { clients: 7 },
  { clients: {} },
  { clients: { ids: 7 } },
  { clients: { ids: [] } },
  { clients: { ids: ['Globex'] } },
  { clients: { filter: { archived: 'true' } } },
  { clients: { filter: { search: '-' } } },
  { clients: { filter: { tag: 'a;b' } } },
  { clients: { filter: { owner: 'a b' } } },
  { due_on: '2027-01-31' },
];

export async function createCampaigns({ app, statusOf }: Documented): Promise<void> {
  const id = await createContact(app);
  const post = (body: object): Promise<number> => statusOf('POST', campaignsPath, { body });
  const domains = app.provider.domains.domains.get(app.orgId) ?? [];
  app.provider.domains.domains.delete(app.orgId);
  expect(await post(newCampaign([id]))).toBe(409);
  app.provider.domains.domains.set(app.orgId, domains);
  await proveDomain(app, app.orgId);
  expect(await post(newCampaign([randomUUID()]))).toBe(409);
  const spring = newCampaign([id]);
  expect([await post(spring), await post(spring)]).toEqual([201, 409]);
  for (const members of refusedMembers)
    expect([members, await post(newCampaign([id], members))]).toEqual([members, 400]);
  await app.sql(
    `INSERT INTO campaigns SELECT org_id, gen_random_uuid(), n::text, mode, message, sender_name, domain, due_at, created_by,
       created_at FROM campaigns, generate_series(1, 999) AS n WHERE org_id = $1`,
    [app.orgId],
  );
  expect(await post(newCampaign([id]))).toBe(409);
  await app.sql('DELETE FROM campaigns WHERE org_id = $1', [app.orgId]);
  const lines = Array.from({ length: 51 }, (_, n) => `Client ${n},eva-${n}@globex.example`);
  const csv = `name,contact_email\n${lines.join('\n')}`;
  expect(await statusOf('POST', '/org/clients/import', { body: { csv } })).toBe(200);
  expect(await post(newCampaign([], { clients: { filter: {} } }))).toBe(409);
  await app.sql('DELETE FROM org_clients WHERE org_id = $1', [app.orgId]);
}

export async function readCampaigns({ app, ask, statusOf }: Documented): Promise<void> {
  const id = await createCampaign(app);
  await createCampaign(app);
  const page = await ask('GET', `${campaignsPath}?limit=1`);
  expect(page.status).toBe(200);
  expect(await statusOf('GET', `${campaignsPath}?cursor=${String(page.body.next_cursor)}`)).toBe(200);
  const [{ client_id: client }] = (await ask('GET', `${campaignsPath}/${id}/clients`)).body.clients as [
    { readonly client_id: string },
  ];
  expect(await statusOf('GET', `${campaignsPath}?client_id=${client}`)).toBe(200);
  for (const query of ['client_id=globex', `client_id=${id}&client_id=${id}`])
    expect([query, await statusOf('GET', `${campaignsPath}?${query}`)]).toEqual([query, 400]);
  for (const query of ['limit=0', 'cursor=AQ'])
    for (const path of [campaignsPath, `${campaignsPath}/${id}/clients`])
      expect([query, await statusOf('GET', `${path}?${query}`)]).toEqual([query, 400]);
  for (const [of, status] of [
    [id, 200],
    [randomUUID(), 404],
  ] as const)
    for (const below of ['', '/clients'])
      expect(await statusOf('GET', `${campaignsPath}/${of}${below}`)).toBe(status);
}

/** As a member who does not see the client of the campaign. */
async function endHidden({ app, statusOf }: Documented, id: string): Promise<void> {
  await app.sql(`UPDATE org_clients SET member_ids = '{user_none}' WHERE org_id = $1`, [app.orgId]);
  const token = app.personToken({ sub: 'user_bob', permissions: ['org:clients:write'] });
  const path = `${campaignsPath}/${id}`;
  expect(await statusOf('POST', `${path}/close`, { token })).toBe(409);
  expect(await statusOf('DELETE', path, { token })).toBe(409);
}

export async function endCampaigns(documented: Documented): Promise<void> {
  const { app, statusOf } = documented;
  const id = await createCampaign(app);
  const close = (of: string): Promise<number> => statusOf('POST', `${campaignsPath}/${of}/close`);
  expect([await close(id), await close(randomUUID())]).toEqual([200, 404]);
  const path = `${campaignsPath}/${id}/close`;
  expect(await statusOf('POST', path, { body: { reason: 'late' } })).toBe(400);
  await endHidden(documented, id);
  const remove = (of: string): Promise<number> => statusOf('DELETE', `${campaignsPath}/${of}`);
  expect([await remove(id), await remove(id)]).toEqual([204, 404]);
}
