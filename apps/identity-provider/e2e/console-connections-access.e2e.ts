import { type ConnectedAdmin, locationOf } from './support/connected-admin';
import { ConnectedConsole } from './support/connected-console';

/** The shipped console and the embedded provider: who sees connections and domains, and who is invited to use one. */
describe('the connections of the console, for others', () => {
  let connected: ConnectedConsole;
  let admin: ConnectedAdmin;

  beforeAll(async () => {
    connected = await ConnectedConsole.open();
  });
  beforeEach(async () => {
    admin = await connected.begin();
  });
  afterAll(() => connected.close());

  it('are seen by a viewer without their settings, and changed only with the role and the form’s token', async () => {
    const id = await admin.connect();
    const { name } = await admin.addDomain({ connection_id: id });
    const viewer = await connected.visit(await connected.join('viewer'));
    const theirs = await viewer.formToken('/console/sessions');
    const list = (await viewer.get('/console/connections')).html;
    expect(list).toContain('Single sign-on');
    for (const text of ['Add a connection', 'Domains', name]) expect(list).not.toContain(text);
    const details = (await viewer.get(`/console/connections/${id}`)).html;
    for (const text of [connected.upstream.issuer, 'redirect-uri', 'Test the connection', '/remove'])
      expect(details).not.toContain(text);
    const reads = [`connections/new`, `domains/new`, `domains/${name}`, `domains/${name}/remove`];
    for (const path of [
      ...reads,
      ...['change', 'disable', 'remove'].map((what) => `connections/${id}/${what}`),
    ])
      expect([path, (await viewer.get(`/console/${path}`)).status]).toEqual([path, 403]);
    const fields = admin.entered();
    for (const [path, sent] of [
      ['connections', fields],
      [`connections/${id}/test`, {}],
      [`connections/${id}/change`, { name: 'Changed' }],
      [`connections/${id}/enable`, {}],
      [`connections/${id}/disable`, {}],
      [`connections/${id}/remove`, { name: 'Single sign-on' }],
      ['domains', { name: 'viewer.example' }],
      [`domains/${name}/check`, {}],
      [`domains/${name}/connection`, { connection_id: '' }],
      [`domains/${name}/remove`, {}],
    ] as const) {
      const byViewer = await viewer.post(`/console/${path}`, { ...sent, token: theirs });
      expect([path, byViewer.status]).toEqual([path, 403]);
      expect([path, (await admin.post(path, { ...sent, token: theirs })).status]).toEqual([path, 403]);
    }
    const after = await admin.page('connections');
    for (const text of ['Single sign-on', name]) expect(after).toContain(text);
    expect(after).not.toContain('viewer.example');
  });

  it('of another organization do not exist', async () => {
    const id = await admin.connect({ name: 'Foreign canary' });
    const { name } = await admin.addDomain({ connection_id: id });
    const stranger = await connected.stranger();
    const gets = ['', '/change', '/disable', '/remove'].map((path) => `connections/${id}${path}`);
    for (const path of [...gets, `domains/${name}`, `domains/${name}/remove`]) {
      const { status, html } = await stranger.get(path);
      expect([path, status, html.includes('Foreign canary')]).toEqual([path, 404, false]);
    }
    const changes = ['test', 'change', 'enable', 'disable', 'remove'].map(
      (what) => `connections/${id}/${what}`,
    );
    const ofDomain = ['check', 'connection', 'remove'].map((what) => `domains/${name}/${what}`);
    for (const path of [...changes, ...ofDomain]) {
      const fields = { name: 'Foreign canary', connection_id: '' };
      expect([path, (await stranger.post(path, fields)).status]).toEqual([path, 404]);
    }
    const list = await stranger.page('connections');
    for (const text of ['Foreign canary', name]) expect(list).not.toContain(text);
    expect(await admin.page('connections')).toContain('Foreign canary');
  });

  it('are chosen for an invited person', async () => {
    const id = await admin.connect({ name: 'Acme <b>' });
    const disabled = await admin.connect({ name: 'Not offered', enabled: 'no' });
    const form = await admin.page('invitations/new');
    for (const text of [`value="${id}"`, 'Acme &lt;b&gt;', 'Email and password', 'The person chooses'])
      expect(form).toContain(text);
    expect(form).not.toContain('Not offered');
    const invitation = { email: 'pinned@example.org', role: 'viewer' };
    const refused = await admin.post('invitations', { ...invitation, connection_id: disabled });
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('role="alert"')]);
    const sent = await admin.post('invitations', { ...invitation, connection_id: id });
    expect(locationOf(sent)).toEqual([303, '/console/invitations?done=sent']);
    await admin.post('invitations', { ...invitation, email: 'free@example.org', connection_id: '' });
    const stored =
      'SELECT connection_id FROM identity.invitations WHERE organization_id = $1 ORDER BY connection_id NULLS FIRST';
    const rows = await connected.sql(stored, [connected.orgId]);
    expect(rows).toEqual([{ connection_id: null }, { connection_id: id }]);
  });
});
