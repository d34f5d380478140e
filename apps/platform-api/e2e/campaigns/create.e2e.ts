import { given, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import {
  campaignsPath,
  createCampaign,
  createContact,
  dueAt,
  newCampaign,
  proveDomain,
} from '../support/campaigns';
import { createClient } from '../support/clients';
import { newOrganization } from '../support/credentials-app';

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;
const nothingYet = { sent: 0, opened: 0, started: 0, submitted: 0, overdue: 0, failed: 0, opted_out: 0 };

describe('POST /org/campaigns', () => {
  const app = given(newOrganization, beforeEach);
  const create = (body: unknown, token = app.personToken()): Promise<HttpAnswer> =>
    app.ask('POST', campaignsPath, { body, token });
  const mails = (): Promise<Record<string, unknown>[]> => app.sql('SELECT kind, state FROM deliveries');

  it('answers 201 with the campaign, its path, and who gets no mail, and queues the mails § 10.21r', async () => {
    const domain = await proveDomain(app, app.orgId);
    await app.provider.organizations.create({ id: app.orgId, name: 'Acme' });
    const asked = [await createContact(app), await createContact(app)];
    const mute = await createClient(app);
    const archived = await createContact(app, { archived: true });
    const unknown = randomUUID();
    const due = dueAt();
    const { status, headers, body } = await create({
      name: ' Spring ',
      mode: 'client-on-behalf',
      due_at: due,
      message: 'Please involve\nyour head of IT.',
      clients: { ids: [...asked, mute, archived, unknown, asked[0]] },
    });
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(body).toEqual({
      id: uuid,
      created_at: moment,
      created_by: expect.any(String) as unknown,
      name: 'Spring',
      mode: 'client-on-behalf',
      message: 'Please involve\nyour head of IT.',
      sender_name: 'Acme',
      domain,
      due_at: due,
      closed_at: null,
      progress: { clients: 2, ...nothingYet },
      left_out: [
        { client_id: mute, reason: 'no_contact' },
        { client_id: archived, reason: 'archived' },
        { client_id: unknown, reason: 'unknown' },
      ],
    });
    expect(headers.get('location')).toBe(`https://api.example.org${campaignsPath}/${String(body.id)}`);
    const queued = { kind: 'campaign-invitation', state: 'queued' };
    expect(await mails()).toEqual([queued, queued]);
  });

  it('asks the clients that a filter finds, and no archived ones § 10.21r', async () => {
    await proveDomain(app, app.orgId);
    await createContact(app, { tags: ['gold'] });
    await createContact(app, { tags: ['gold'], archived: true });
    await createContact(app);
    const { body } = await create(newCampaign([], { clients: { filter: { tag: 'GOLD' } } }));
    expect(body).toMatchObject({ progress: { clients: 1 }, left_out: [] });
    const all = await create(newCampaign([], { clients: { filter: {} }, message: null }));
    expect(all.body).toMatchObject({ progress: { clients: 2 }, message: '' });
  });

  it('is in the audit trail, with its actor and target § 10.21ao', async () => {
    const { clientId } = await app.create();
    const token = app.machineToken(clientId, { permissions: ['org:clients:write'] });
    await proveDomain(app, app.orgId);
    const { body } = await create(newCampaign([await createContact(app)]), token);
    const query = 'SELECT * FROM audit_trail WHERE target = $1';
    expect(await app.sql(query, [body.id])).toMatchObject([
      { operation: 'org-campaigns:create', actor_kind: 'machine', outcome: 'done' },
    ]);
  });

  it('leaves out contacts that have opted out of the campaigns of the organization, and of no other § 10.21r', async () => {
    await createCampaign(app);
    await app.sql(`INSERT INTO campaign_opt_outs SELECT org_id, recipient_mac, now() FROM campaign_drafts`);
    const [mute, other] = [
      await createContact(app, { contact_email: 'Eva+x@globex.example' }),
      await createContact(app, { contact_email: 'bob@globex.example' }),
    ];
    const { body } = await create(newCampaign([mute, other]));
    expect(body).toMatchObject({
      progress: { clients: 1 },
      left_out: [{ client_id: mute, reason: 'opted_out' }],
    });
    const token = app.personToken({ org_id: 'org_other' });
    await createCampaign(app, {}, { token, orgId: 'org_other' });
  });

  it.each([
    [{ name: '' }, 'name must have 1 to 100 characters'],
    [{ name: 7 }, 'name must be a string'],
    [{ mode: 'all' }, 'mode must be one of msp-self, client-on-behalf'],
    [{ message: 'x'.repeat(501) }, 'message must have at most 500 characters'],
    [{ message: 'See https://evil.example' }, 'message must have no addresses or links'],
    [{ due_at: '2027-01-31' }, 'due_at must be an RFC 3339 time'],
    [{ due_at: '2020-01-31T00:00:00Z' }, 'due_at must be on one of the next 366 days, in UTC'],
    [{ clients: 'all' }, 'clients must be an object'],
    [{ clients: {} }, 'clients must have either ids or filter'],
    [{ clients: { ids: [], filter: {} } }, 'clients must have either ids or filter'],
    [{ clients: { ids: 'all' } }, 'ids of clients must be an array of strings'],
    [{ clients: { ids: [] } }, 'clients must name 1 to 2000 ids'],
    [{ clients: { ids: ['Globex'] } }, 'each id of clients must be the id of a client'],
    [
      { clients: { filter: { archived: 'true' } } },
      'filter of clients must have no members but search, tag and owner, each a string',
    ],
    [{ clients: { filter: { tag: 'a;b' } } }, 'tag must be a tag of a client'],
    [{ due_on: '2027-01-31' }, 'due_on is not a member of this request'],
  ])('refuses %j § 10.21s', async (members, text) => {
    const { status, body } = await create(newCampaign([randomUUID()], members));
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    expect(await mails()).toEqual([]);
  });

  describe('409', () => {
    const refusal = async (body: object): Promise<unknown> => {
      const answer = await create(body);
      return [answer.status, answer.body.error, answer.body.error_description];
    };

    it('answers 409 without a proven domain, and queues nothing § 10.21v', async () => {
      await app.provider.domains.put(app.orgId, { name: 'acme.example', connectionId: undefined });
      const text = 'the organization has no proven domain: prove one first';
      expect(await refusal(newCampaign([await createContact(app)]))).toEqual([409, 'conflict', text]);
      expect(await mails()).toEqual([]);
    });

    it('answers 409 to a repeated request, and sends nothing twice § 10.21v', async () => {
      await proveDomain(app, app.orgId);
      const body = newCampaign([await createContact(app)]);
      expect((await create(body)).status).toBe(201);
      const text = 'another campaign of the organization has this name';
      expect(await refusal(body)).toEqual([409, 'conflict', text]);
      expect(await mails()).toHaveLength(1);
    });

    it('answers 409 to a first campaign of more than 50 clients § 10.21v', async () => {
      await proveDomain(app, app.orgId);
      const lines = Array.from({ length: 51 }, (_, n) => `Client ${n},eva-${n}@globex.example`);
      const csv = `name,contact_email\n${lines.join('\n')}`;
      expect((await app.ask('POST', '/org/clients/import', { body: { csv } })).status).toBe(200);
      const all = newCampaign([], { clients: { filter: {} } });
      const text = 'the first campaign of an organization has at most 50 clients';
      expect(await refusal(all)).toEqual([409, 'conflict', text]);
      await createCampaign(app);
      expect((await create(all)).status).toBe(201);
    });

    it('answers 409 when no client can be asked § 10.21v', async () => {
      await proveDomain(app, app.orgId);
      const text = 'none of these clients can be asked: each needs a contact, and must not be archived';
      expect(await refusal(newCampaign([await createClient(app)]))).toEqual([409, 'conflict', text]);
    });
  });
});
