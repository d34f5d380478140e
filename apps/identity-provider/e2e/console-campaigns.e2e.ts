import { given } from '@governance/testing';
import { type ConsoleAnswer } from './support/console';
import { campaignForm, proveDomain } from './support/console-things';
import { sharedConsole } from './support/shared-console';
import { locationOf, SignedIn } from './support/signed-in';

/** The shipped console and the embedded provider: campaigns of an organization. */
describe('the campaigns of the console', () => {
  const app = given(sharedConsole);
  const admin = given(() => SignedIn.member(app), beforeEach);

  const page = (path = ''): Promise<string> => admin.page(`campaigns${path}`);
  const send = (fields: Record<string, string>): Promise<ConsoleAnswer> =>
    admin.post('campaigns', { ...campaignForm(), ...fields });

  async function importClients(): Promise<void> {
    const csv = [
      'name,contact_email,reference,tags,archived',
      'Globex <b>,eva@globex.example,CW-1,gold,',
      'Hooli,jo@hooli.example,CW-2,,',
      'Initech,,CW-3,gold,',
      'Umbrella,al@umbrella.example,CW-4,gold,true',
    ].join('\n');
    expect((await admin.post('clients/import', { csv })).status).toBe(200);
  }

  async function sent(fields: Record<string, string> = {}): Promise<string> {
    const { status, html } = await send(fields);
    expect(status).toBe(200);
    return /campaigns\/([\da-f-]{36})"/.exec(html)?.[1] ?? '';
  }

  it('are sent to the clients that match, with what is left out, and shown with their progress', async () => {
    expect(await page()).toContain('No campaigns yet');
    const domain = await proveDomain(admin);
    await importClients();
    expect(await page('/new')).toContain('value="client-on-behalf" checked');
    const { status, html } = await send({ name: 'Spring <i>', tag: 'gold' });
    expect(status).toBe(200);
    for (const text of ['contacts of 1 clients', 'Without the email address of a contact', 'Initech'])
      expect(html).toContain(text);
    const id = /campaigns\/([\da-f-]{36})"/.exec(html)?.[1] ?? '';
    expect(await page()).toContain('0 of 1');
    const details = await page(`/${id}`);
    for (const text of [
      'Spring &lt;i&gt;',
      'Globex &lt;b&gt;',
      'CW-1',
      'Mail is queued',
      'Please involve your head of IT.',
      domain,
      'aria-label="Submitted: 0 of 1"',
    ])
      expect(details.replaceAll('&#x3D;', '=')).toContain(text);
    expect(details).not.toContain('Hooli');
  });

  it('are sent to the clients that a list names', async () => {
    await proveDomain(admin);
    await importClients();
    const id = await sent({ which: 'named', named: 'name,reference\nHooli,CW-2\n' });
    const details = await page(`/${id}`);
    expect([details.includes('Hooli'), details.includes('Globex')]).toEqual([true, false]);
    const unknown = await send({ which: 'named', named: 'CW-2\nCW-<9>' });
    expect([unknown.status, unknown.html.includes('No client has the reference “CW-&lt;9&gt;”.')]).toEqual([
      400,
      true,
    ]);
    expect(unknown.html).toContain('value="named" checked');
  });

  it('are not sent twice, or without a proven domain or a contact', async () => {
    await importClients();
    const early = await send({});
    expect([early.status, early.html.includes('no proven domain')]).toEqual([409, true]);
    await proveDomain(admin);
    const nobody = await send({ search: 'initech' });
    expect([nobody.status, nobody.html.includes('None of these clients can be asked')]).toEqual([409, true]);
    await sent({ name: 'Once' });
    const again = await send({ name: 'Once' });
    expect([
      again.status,
      again.html.includes('Another campaign of the organization has this name.'),
    ]).toEqual([409, true]);
  });

  it('see all problems of a form, at its fields', async () => {
    const { status, html } = await send({ name: ' ', due_at: '', message: 'Write to eva@acme.example' });
    expect(status).toBe(400);
    for (const [field, text] of [
      ['name', 'Name is required.'],
      ['due_at', 'Due day is required.'],
      ['message', 'Your words in the mail must have no addresses or links.'],
    ])
      expect(html).toContain(`<a href="#${field}">${text}</a>`);
  });

  it('are closed and deleted after pages that say what stays', async () => {
    await proveDomain(admin);
    await importClients();
    const id = await sent();
    expect(await page(`/${id}/close`)).toContain('What was submitted stays');
    expect(locationOf(await admin.post(`campaigns/${id}/close`))).toEqual([
      303,
      `/console/campaigns/${id}?done=closed`,
    ]);
    const closed = await page(`/${id}?done=closed`);
    for (const text of ['The campaign was closed', 'Closed on ', 'Closed without an answer'])
      expect(closed).toContain(text);
    for (const text of [`${id}/close"`, 'Mail is queued']) expect(closed).not.toContain(text);
    expect(await page(`/${id}/delete`)).toContain('Results stay with their clients');
    expect(locationOf(await admin.post(`campaigns/${id}/delete`))).toEqual([
      303,
      '/console/campaigns?done=deleted',
    ]);
    expect(await page('?done=deleted')).toContain('The campaign was deleted');
    expect((await admin.get(`campaigns/${id}`)).status).toBe(404);
  });
});
