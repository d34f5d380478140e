import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { campaignsPath, createCampaign, createContact, newCampaign, proveDomain } from '../support/campaigns';
import { newOrganization } from '../support/credentials-app';

describe('GET /org/campaigns', () => {
  const app = given(newOrganization);
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    for (const name of ['One', 'Two', 'Three']) ids.unshift(await createCampaign(app, { name }));
  });

  it('answers 200 with the newest first, in pages, each with its progress § 10.21a', async () => {
    const page = await app.ask('GET', `${campaignsPath}?limit=2`);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const cursor = String(page.body.next_cursor);
    const rest = await app.ask('GET', `${campaignsPath}?limit=2&cursor=${encodeURIComponent(cursor)}`);
    const listed = [...(page.body.campaigns as object[]), ...(rest.body.campaigns as object[])];
    expect(listed).toMatchObject(ids.map((id) => ({ id, progress: { clients: 1, sent: 0 } })));
    expect(rest.body).not.toHaveProperty('next_cursor');
  });

  it('answers 200 with those that ask a client, each with how far it has come § 10.21a', async () => {
    const client = await createContact(app);
    const { body } = await app.ask('POST', campaignsPath, { body: newCampaign([client]) });
    const id = String(body.id);
    await app.ask('POST', campaignsPath, { body: newCampaign([client, await createContact(app)]) });
    await app.ask('POST', `${campaignsPath}/${id}/close`);
    const listed = await app.ask('GET', `${campaignsPath}?client_id=${client.toUpperCase()}`);
    expect([listed.status, listed.body.campaigns]).toMatchObject([
      200,
      [
        { client_step: 'queued', progress: { clients: 2 } },
        { id, client_step: 'closed' },
      ],
    ]);
    expect((await app.ask('GET', `${campaignsPath}?client_id=${randomUUID()}`)).body).toEqual({
      campaigns: [],
    });
    expect((await app.ask('GET', `${campaignsPath}?client_id=`)).body.campaigns).toHaveLength(5);
  });

  it('shows no campaign of another organization § 10.21aj', async () => {
    const token = app.personToken({ org_id: 'org_other' });
    expect((await app.ask('GET', campaignsPath, { token })).body).toEqual({ campaigns: [] });
  });

  it.each(['limit=0', 'limit=201', 'cursor=AQ', 'client_id=globex'])('refuses %s § 10.21b', async (query) => {
    const { status, body } = await app.ask('GET', `${campaignsPath}?${query}`);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('GET /org/campaigns/{campaignId}', () => {
  const app = given(newOrganization);

  it('answers 200 with the entry of the list, by its id in any case § 10.21f', async () => {
    const id = await createCampaign(app);
    const { status, body } = await app.ask('GET', `${campaignsPath}/${id.toUpperCase()}`);
    expect(status).toBe(200);
    expect((await app.ask('GET', campaignsPath)).body.campaigns).toEqual([body]);
  });
});

describe('GET /org/campaigns/{campaignId}/clients', () => {
  const app = given(newOrganization);

  it('answers 200 with how far each client has come, in pages § 10.21l', async () => {
    await proveDomain(app, app.orgId);
    const asked = [
      await createContact(app, { name: 'Globex', reference: 'CW-1' }),
      await createContact(app, { name: 'Hooli' }),
    ];
    const { body: campaign } = await app.ask('POST', campaignsPath, { body: newCampaign(asked) });
    const path = `${campaignsPath}/${String(campaign.id)}/clients`;
    const resultId = randomUUID();
    await app.sql(
      `UPDATE campaign_drafts SET sent_at = '2026-11-20', opened_at = '2026-11-21', started_at = '2026-11-21',
         submitted_at = '2026-11-22', result_id = $2 WHERE client_id = $1`,
      [asked[0], resultId],
    );
    const first = await app.ask('GET', `${path}?limit=1`);
    const cursor = encodeURIComponent(String(first.body.next_cursor));
    const second = await app.ask('GET', `${path}?limit=1&cursor=${cursor}`);
    const entries = [...(first.body.clients as object[]), ...(second.body.clients as object[])];
    expect([first.status, second.body.next_cursor]).toEqual([200, undefined]);
    const shown = new Map(entries.map((entry) => [(entry as { client_id: string }).client_id, entry]));
    expect(shown.get(asked[0] ?? '')).toEqual({
      client_id: asked[0],
      name: 'Globex',
      reference: 'CW-1',
      step: 'submitted',
      sent_at: '2026-11-20T00:00:00.000Z',
      opened_at: '2026-11-21T00:00:00.000Z',
      started_at: '2026-11-21T00:00:00.000Z',
      submitted_at: '2026-11-22T00:00:00.000Z',
      failure: null,
      result_id: resultId,
    });
    expect(shown.get(asked[1] ?? '')).toMatchObject({ name: 'Hooli', step: 'queued', sent_at: null });
  });

  it.each(['limit=0', 'cursor=AQ'])('refuses %s § 10.21m', async (query) => {
    const { status } = await app.ask('GET', `${campaignsPath}/${await createCampaign(app)}/clients?${query}`);
    expect(status).toBe(400);
  });
});

describe('a campaign of another organization', () => {
  const app = given(newOrganization);

  it('is answered 404, identical to the byte, as an unknown one § 10.21j 10.21p 10.21ab 10.21ah 10.21aj', async () => {
    const token = app.personToken({ org_id: 'org_other' });
    const foreign = await createCampaign(app, {}, { token, orgId: 'org_other' });
    const answers = new Set<string>();
    for (const id of [foreign, randomUUID(), 'not-an-id', 'a'.repeat(300), '%00'])
      for (const [method, below] of [
        ['GET', ''],
        ['GET', '/clients'],
        ['POST', '/close'],
        ['DELETE', ''],
      ] as const) {
        const { status, headers, text } = await app.ask(method, `${campaignsPath}/${id}${below}`);
        const shown = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
        answers.add(JSON.stringify([status, shown, text]));
      }
    expect([...answers]).toEqual([expect.stringMatching(/^\[404,.*there is no campaign with this id/)]);
    expect((await app.ask('GET', `${campaignsPath}/${foreign}`, { token })).body).toMatchObject({
      closed_at: null,
    });
  });
});
