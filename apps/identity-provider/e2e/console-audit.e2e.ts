import { given } from '@governance/testing';
import { parseProofLine } from '@governance/iam';
import { ConsoleVisitor } from './support/console';
import { addPerson, type TestPerson } from './support/people';
import { sharedConsole } from './support/shared-console';

/** The shipped console and the embedded provider: the audit events of an organization. */
describe('the audit of the console', () => {
  const app = given(sharedConsole);
  let admin: TestPerson;
  let visitor: ConsoleVisitor;

  beforeAll(async () => {
    admin = await addPerson(app.identity, { places: [['org_audit', 'account-admin']] });
    visitor = await visit(admin);
    const token = await visitor.formToken();
    const created = { token, type: 'client_secret', name: 'Audited', permissions: 'm2m:credentials:read' };
    expect((await visitor.post('/console/credentials', { ...created, valid_days: '0' })).status).toBe(200);
    const refused = { token, role: 'viewer' };
    expect((await visitor.post(`/console/members/${admin.userId}/role`, refused)).status).toBe(409);
  });

  async function visit(person: TestPerson): Promise<ConsoleVisitor> {
    const browser = new ConsoleVisitor(app);
    await browser.signIn(person);
    return browser;
  }

  const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');

  async function eventsOf(query: string): Promise<string> {
    const { html } = await visitor.get(`/console/audit?${query}`);
    return textOf(/<ol class="events">([^]*?)<\/ol>/.exec(html)?.[1] ?? '');
  }

  it('says in sentences what was done and refused, with names, and has the ids in the details', async () => {
    const { status, html } = await visitor.get('/console/audit');
    expect(status).toBe(200);
    const text = textOf(html);
    for (const part of [
      'Assessor created the credential Audited.',
      'Assessor tried to change the role of Assessor. Refused',
      'something else had to be done first. ',
      'UTC, in the console',
    ])
      expect(text).toContain(part);
    expect(html).toMatch(/<details>[^]*<code>members:update<\/code>[^]*<\/details>/);
  });

  it('is summed up on the overview: what was refused, and the last changes', async () => {
    const [attention = '', changes = ''] = (await visitor.get('/console')).html.split('id="changes"');
    expect(textOf(attention)).toMatch(
      /Refused in the last seven days Assessor tried to change the role of Assessor/,
    );
    expect(attention).toContain('href="/console/audit?outcome=refused"');
    expect(textOf(changes)).toContain('Assessor created the credential Audited.');
    expect(textOf(changes)).not.toContain('tried to');
  });

  it('is searched by person and thing, by their names', async () => {
    for (const query of [`who=${admin.email}`, `who=${admin.email.toUpperCase()}`, `who=${admin.userId}`])
      expect(await eventsOf(query)).toContain('created the credential Audited');
    // Its service identity has the same name.
    const { html: both } = await visitor.get('/console/audit?about=audited');
    const [, credential = ''] = /href="[^"?]*\?(about=Audited[^"]*credential%2C[^"]*)"/.exec(both) ?? [];
    expect(both).toContain('Which one is');
    expect(await eventsOf(credential)).toContain('created the credential Audited');
    expect(await eventsOf(credential)).not.toContain('change the role');
    expect(await eventsOf(`about=${admin.email}`)).toContain('change the role');
    const unknown = await visitor.get('/console/audit?who=Unknown');
    expect([unknown.status, unknown.html]).toEqual([200, expect.stringContaining('Nothing has the name')]);
    expect((await visitor.get('/console/audit/export?who=Unknown')).status).toBe(404);
    const csv = await visitor.get(`/console/audit/export?format=csv&${credential}`);
    expect(csv.html).toContain('m2m-credentials:create');
    expect(csv.html).not.toContain('members:update');
  });

  it('narrows the list, and the export, by operation, outcome and day', async () => {
    expect(await eventsOf('outcome=refused')).not.toContain('created the credential');
    expect(await eventsOf('operation=m2m-credentials:create')).not.toContain('the role of');
    expect(await eventsOf('to=2020-01-01')).toBe('');
    expect((await visitor.get('/console/audit?to=2020-01-01')).html).toContain('No event matches');
    expect(await eventsOf('from=2020-01-01')).toContain('created the credential');
    const csv = await visitor.get('/console/audit/export?format=csv&outcome=refused');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="audit-events.csv"');
    expect(csv.headers.get('cache-control')).toBe('no-store');
    expect(csv.html).toContain('members:update');
    expect(csv.html).not.toContain('m2m-credentials:create');
    const lines = (await visitor.get('/console/audit/export')).html.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { operation: string }).operation)).toEqual(
      expect.arrayContaining(['m2m-credentials:create', 'members:update']),
    );
  });

  it('says that something is gone, without its name', async () => {
    const token = await visitor.formToken();
    const created = {
      token,
      type: 'client_secret',
      name: 'Short-lived',
      permissions: 'm2m:credentials:read',
    };
    const { html } = await visitor.post('/console/credentials', { ...created, valid_days: '0' });
    const [, path = ''] = /href="(\/console\/credentials\/[\da-f-]{36})"/.exec(html) ?? [];
    expect(await eventsOf('operation=m2m-credentials:create')).toContain(
      'created the credential Short-lived',
    );
    expect((await visitor.post(`${path}/revoke`, { token, name: 'Short-lived' })).status).toBe(303);
    const events = await eventsOf('');
    for (const done of ['revoked', 'created'])
      expect(events).toContain(`Assessor ${done} a credential that no longer exists.`);
    expect(events).not.toContain('Short-lived');
  });

  it('refuses an unknown condition with a page', async () => {
    const { status, html } = await visitor.get('/console/audit?operation=no-such');
    expect([status, html]).toEqual([400, expect.stringContaining('The request was refused')]);
  });

  it('has the proof as a file, as the API gives it', async () => {
    const { headers, html } = await visitor.get('/console/audit/proof');
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit-proof.jsonl"');
    for (const line of html.trim().split('\n').filter(Boolean)) expect(parseProofLine(line)).toBeDefined();
  });

  it('is for administrators, and for the events of their organization', async () => {
    const viewer = await visit(await addPerson(app.identity, { places: [['org_audit', 'viewer']] }));
    for (const path of ['', '/export', '/proof'])
      expect([path, (await viewer.get(`/console/audit${path}`)).status]).toEqual([path, 403]);
    const other = await visit(
      await addPerson(app.identity, { places: [['org_audit_elsewhere', 'account-admin']] }),
    );
    expect((await other.get('/console/audit')).html).toContain('No event matches');
    expect((await other.get('/console/audit/export?format=csv')).html).not.toContain(
      'm2m-credentials:create',
    );
    const stranger = new ConsoleVisitor(app);
    expect((await stranger.get('/console/audit/export')).status).toBe(303);
  });
});
