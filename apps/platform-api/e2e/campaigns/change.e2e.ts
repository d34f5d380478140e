import { permissionsOfRole } from '@governance/iam';
import { given, type HttpAnswer } from '@governance/testing';
import { campaignsPath, createCampaign, createContact } from '../support/campaigns';
import { type CredentialsApp, newOrganization } from '../support/credentials-app';

const notJson = { error: 'invalid_request', error_description: 'the request body is not valid JSON' };

const ofOthers = {
  error: 'conflict',
  error_description: 'the campaign has clients that you do not see: an account admin can end it',
};

/** A campaign, and the token of a member who sees one of its two clients. */
async function partlyHidden(app: CredentialsApp): Promise<{ readonly id: string; readonly token: string }> {
  for (const id of ['user_ada', 'user_grace'])
    app.provider.members.put(app.orgId, { id, role: 'client-manager' });
  const hidden = { contact_email: 'hidden@hooli.example', member_ids: ['user_grace'] };
  const ids = [await createContact(app), await createContact(app, hidden)];
  const id = await createCampaign(app, { clients: { ids } });
  const permissions = [...permissionsOfRole('client-manager')];
  return { id, token: app.personToken({ sub: 'user_ada', permissions }) };
}

describe('POST /org/campaigns/{campaignId}/close', () => {
  const app = given(newOrganization);
  const close = (id: string, request = {}): Promise<HttpAnswer> =>
    app.ask('POST', `${campaignsPath}/${id}/close`, request);

  it('answers 200 with the closed campaign, cancels its mails, and can be repeated § 10.21x', async () => {
    const id = await createCampaign(app);
    const { status, body } = await close(id.toUpperCase());
    expect([status, body.id, body.closed_at]).toEqual([200, id, expect.any(String)]);
    expect((await close(id)).body.closed_at).toBe(body.closed_at);
    const { clients } = (await app.ask('GET', `${campaignsPath}/${id}/clients`)).body;
    expect(clients).toMatchObject([{ step: 'closed', failure: 'CampaignClosed' }]);
    expect(await app.sql(`SELECT FROM deliveries WHERE state = 'queued'`)).toEqual([]);
    const query = 'SELECT operation, outcome FROM audit_trail WHERE target = $1 ORDER BY id';
    expect((await app.sql(query, [id])).slice(1)).toEqual([
      { operation: 'org-campaigns:close', outcome: 'done' },
    ]);
  });

  it('answers 409 to a member who does not see all of its clients, and changes nothing § 10.21aq', async () => {
    const { id, token } = await partlyHidden(app);
    const { status, body } = await close(id, { token });
    expect([status, body]).toEqual([409, ofOthers]);
    expect((await app.ask('GET', `${campaignsPath}/${id}`)).body.closed_at).toBeNull();
  });

  it('answers 400 to a body that is not JSON, although it needs none § 10.21y', async () => {
    const { status, body } = await close(await createCampaign(app), { body: '{' });
    expect([status, body]).toEqual([400, notJson]);
  });
});

describe('DELETE /org/campaigns/{campaignId}', () => {
  const app = given(newOrganization);
  const remove = (id: string, request = {}): Promise<HttpAnswer> =>
    app.ask('DELETE', `${campaignsPath}/${id}`, request);

  it('answers 204 without a body, keeps nothing of the campaign, and then answers 404 § 10.21ad 10.21ao', async () => {
    const id = await createCampaign(app, { name: 'Spring' });
    const { status, text } = await remove(id.toUpperCase());
    expect([status, text]).toEqual([204, '']);
    for (const table of ['campaigns', 'campaign_drafts'])
      expect(await app.sql(`SELECT FROM ${table} WHERE org_id = $1`, [app.orgId])).toEqual([]);
    expect(await app.sql('SELECT FROM deliveries WHERE campaign_draft_id IS NOT NULL')).toEqual([]);
    expect((await remove(id)).status).toBe(404);
    await createCampaign(app, { name: 'Spring' });
    const query = 'SELECT operation FROM audit_trail WHERE target = $1 ORDER BY id DESC LIMIT 1';
    expect(await app.sql(query, [id])).toEqual([{ operation: 'org-campaigns:delete' }]);
  });

  it('answers 409 to a member who does not see all of its clients, and changes nothing § 10.21ar', async () => {
    const { id, token } = await partlyHidden(app);
    const { status, body } = await remove(id, { token });
    expect([status, body]).toEqual([409, ofOthers]);
    expect((await app.ask('GET', `${campaignsPath}/${id}`)).body.closed_at).toBeNull();
  });

  it('answers 400 to a body that is not JSON, although it needs none § 10.21ae', async () => {
    const { status, body } = await remove(await createCampaign(app), { body: '{' });
    expect([status, body]).toEqual([400, notJson]);
  });
});
