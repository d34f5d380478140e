import { type ConnectedAdmin } from './support/connected-admin';
import { ConnectedConsole } from './support/connected-console';
import { locationOf, SignedIn } from './support/signed-in';

/** The shipped console and the embedded provider: how the members of an organization sign in, and who sees it. */
describe('the connections of the console', () => {
  let connected: ConnectedConsole;
  let admin: ConnectedAdmin;

  beforeAll(async () => {
    connected = await ConnectedConsole.open();
  });
  beforeEach(async () => {
    admin = await connected.begin();
  });
  afterAll(() => connected.close());

  it('are explained while there is none, then added, and their secret is shown by no page', async () => {
    const empty = await admin.page('connections');
    for (const text of ['No connection to your own provider yet', 'Add the first one', 'No domains yet'])
      expect(empty).toContain(text);
    const id = await admin.connect({
      name: 'Acme <b>',
      enabled: 'no',
      acr_values: 'urn:acme:loa:2',
      amr_values: 'mfa',
    });
    const details = await admin.page(`connections/${id}?done=added`);
    const redirectUri = `${connected.app.identity.issuer}/connections/${id}/callback`;
    for (const text of [
      'Acme &lt;b&gt;',
      redirectUri,
      connected.upstream.issuer,
      'urn:acme:loa:2',
      'mfa',
      'Disabled',
    ])
      expect(details).toContain(text);
    expect(details).toContain('Register its redirect URI');
    const list = await admin.page('connections');
    for (const text of ['Acme &lt;b&gt;', 'Email and password', 'Your own provider', 'Disabled'])
      expect(list).toContain(text);
    expect(list).not.toContain('No connection to your own provider yet');
    const texts = [...admin.seen.map(({ html }) => html), connected.app.platform.output()];
    for (const text of texts) expect(text).not.toContain(connected.upstream.settings.clientSecret);
  });

  it('are not added with wrong values, and the form keeps what was entered but the secret', async () => {
    const changes = { name: '<i>Kept', issuer: 'http://login.example.org', amr_values: 'a b<' };
    const { status, html } = await admin.post('connections', admin.entered(changes));
    expect(status).toBe(400);
    for (const text of ['role="alert"', 'value="&lt;i&gt;Kept"', 'a b&lt;</textarea>', 'Enter it again'])
      expect(html).toContain(text);
    expect(html).toContain('value="yes" checked');
    expect(html).not.toContain(connected.upstream.settings.clientSecret);
    expect(await admin.page('connections')).toContain('No connection to your own provider yet');
  });

  it('are tested, and the result is explained step by step', async () => {
    const id = await admin.connect();
    const good = await admin.post(`connections/${id}/test`);
    expect([good.status, good.html]).toEqual([200, expect.stringContaining('No problem was found')]);
    expect(good.html.match(/>Passed</g)).toHaveLength(10);
    expect(good.html).toContain('Not tested: the client id');
    connected.upstream.answer = (_req, res) => {
      res.writeHead(404).end('canary');
      return true;
    };
    const { status, html } = await admin.post(`connections/${id}/test`);
    expect(status).toBe(200);
    for (const text of ['does not answer with status 200', 'What to do:', '>Failed<', '>Not checked<'])
      expect(html).toContain(text);
    expect(html.match(/>Passed</g)).toHaveLength(1);
    expect(html).not.toContain('canary');
    const failed = 'Connections that failed their last test';
    const [overview = ''] = (await admin.page('')).split('id="changes"');
    for (const text of [failed, `href="/console/connections/${id}"`]) expect(overview).toContain(text);
    connected.upstream.answer = undefined;
    await admin.post(`connections/${id}/test`);
    expect(await admin.page('')).not.toContain(failed);
  });

  it('are tested at most 30 times in 15 minutes, and the page says when to try again', async () => {
    const id = await admin.connect();
    const statuses = new Set<number>();
    for (let count = 0; count < 30; count += 1)
      statuses.add((await admin.post(`connections/${id}/test`)).status);
    expect([...statuses]).toEqual([200]);
    const { status, html } = await admin.post(`connections/${id}/test`);
    expect([status, html]).toEqual([429, expect.stringContaining('too many tests of connections')]);
    expect(html).toMatch(/Try again in (?:\d+ minutes|one minute)\./);
    expect(html).toContain('Single sign-on');
  });

  it('get another name, secret and second factor', async () => {
    const id = await admin.connect();
    const form = await admin.page(`connections/${id}/change`);
    for (const text of ['value="Single sign-on"', 'name="client_secret"', 'name="acr_values"'])
      expect(form).toContain(text);
    const changes = {
      name: 'Other',
      client_secret: 'another-canary',
      acr_values: 'urn:1\r\nurn:2',
      amr_values: '',
    };
    const changed = await admin.post(`connections/${id}/change`, changes);
    expect(locationOf(changed)).toEqual([303, `/console/connections/${id}?done=changed`]);
    const details = await admin.page(`connections/${id}?done=changed`);
    for (const text of ['Other', 'urn:1', 'urn:2', 'The change was saved', 'Not confirmed:'])
      expect(details).toContain(text);
    const reasons = `SELECT reason FROM audit_trail
      WHERE target = $1 AND operation = 'connections:update' AND outcome <> 'refused' ORDER BY id`;
    expect(await connected.sql(reasons, [id])).toEqual([{ reason: 'second_factor,client_secret' }]);

    const secondFactor = { acrValues: ['urn:1', 'urn:2'], amrValues: [] };
    await connected.app.identity.manage('PATCH', `/organizations/${connected.orgId}/connections/${id}`, {
      secondFactor,
    });
    expect(await admin.page(`connections/${id}`)).toMatch(/Since \d+ \w+ \d{4} it counts if/);

    const refused = await admin.post(`connections/${id}/change`, { ...changes, name: '', acr_values: 'ä' });
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('role="alert"')]);
    expect(refused.html).toContain('ä</textarea>');
    expect(refused.html).not.toContain('another-canary');
    expect(await admin.page(`connections/${id}`)).toContain('Other');

    await admin.post(`connections/${id}/change`, { name: 'Other', acr_values: '', amr_values: '' });
    expect(await admin.page(`connections/${id}`)).toContain('What the provider asserts does not count');
    // Without a change, the API is not called.
    await admin.post(`connections/${id}/change`, { name: 'Other', acr_values: '', amr_values: '' });
    expect(await connected.sql(reasons, [id])).toHaveLength(2);
  });

  it('are disabled and enabled, and the page names those who can no longer sign in', async () => {
    const id = await admin.connect();
    const member = await connected.join('viewer');
    const named = { email: member.email, emailVerified: true, name: '<u>Member' };
    await connected.app.identity.manage('PUT', `/users/${member.userId}`, named);
    await connected.moveTo(id, member);
    const confirm = await admin.page(`connections/${id}/disable`);
    for (const text of ['Who can no longer sign in', '&lt;u&gt;Member', 'within a minute'])
      expect(confirm).toContain(text);
    expect(confirm).not.toContain('You are one of them');
    const disabled = await admin.post(`connections/${id}/disable`);
    expect(locationOf(disabled)).toEqual([303, `/console/connections/${id}?done=disabled`]);
    expect(await admin.page(`connections/${id}`)).toContain('>Disabled<');
    const enabled = await admin.post(`connections/${id}/enable`);
    expect(locationOf(enabled)).toEqual([303, `/console/connections/${id}?done=enabled`]);
    expect(await admin.page(`connections/${id}`)).not.toContain('>Disabled<');
  });

  it('are not disabled or removed when no administrator could sign in afterwards', async () => {
    const id = await admin.connect();
    const password = await connected.passwordId();
    const confirm = await admin.page(`connections/${password}/disable`);
    expect(confirm).toContain('You are one of them');
    const refused = await admin.post(`connections/${password}/disable`);
    expect([refused.status, refused.html]).toEqual([
      409,
      expect.stringContaining('No administrator of the organization could sign in afterwards'),
    ]);
    expect(refused.html).toContain('first invite one with another sign-in method');
    expect(await admin.page(`connections/${password}`)).toContain('members can sign in with it');

    const other = await connected.join('account-admin');
    await connected.moveTo(id, other);
    // The only administrator left signs in with the connection.
    await connected.sql(
      `UPDATE identity.memberships SET role = 'viewer' WHERE organization_id = $1 AND user_id = $2`,
      [connected.orgId, admin.person.userId],
    );
    const removed = await admin.post(`connections/${id}/remove`, { name: 'Single sign-on' });
    expect([removed.status, removed.html]).toEqual([409, expect.stringContaining('role="alert"')]);
  });

  it('say when another change is not finished', async () => {
    const id = await admin.connect({ enabled: 'no' });
    await connected.leaveUnfinished(id);
    for (const [path, fields] of [
      ['change', { name: 'Other' }],
      ['enable', {}],
      ['disable', {}],
      ['remove', { name: 'Single sign-on' }],
    ] as const) {
      const { status, html } = await admin.post(`connections/${id}/${path}`, fields);
      expect([path, status]).toEqual([path, 409]);
      expect(html).toContain('Another change is not finished, try again in a minute.');
    }
  });

  it('are removed with the accounts of their members, after their name was typed', async () => {
    const id = await admin.connect();
    const member = await connected.join('viewer');
    await connected.moveTo(id, member);
    const { name: domain } = await admin.addDomain({ connection_id: id });
    const confirm = await admin.page(`connections/${id}/remove`);
    for (const text of ['lose their accounts', 'Assessor', 'cannot be undone', 'lead to no connection'])
      expect(confirm).toContain(text);
    const wrong = await admin.post(`connections/${id}/remove`, { name: 'Single sign' });
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('Nothing was removed')]);
    expect(await admin.page('connections')).toContain('Single sign-on');
    const removed = await admin.post(`connections/${id}/remove`, { name: 'Single sign-on' });
    expect(locationOf(removed)).toEqual([303, '/console/connections?done=removed']);
    expect(await admin.page('connections?done=removed')).toContain('The connection was removed');
    expect((await admin.get(`connections/${id}`)).status).toBe(404);
    expect(await admin.page(`domains/${domain}`)).not.toContain('selected');
    expect(await admin.page('members')).not.toContain(member.email);
    // A password is disabled instead.
    expect((await admin.get(`connections/${await connected.passwordId()}/remove`)).status).toBe(404);
  });

  it('are seen by a viewer without their settings, and changed only with the role and the form’s token', async () => {
    const id = await admin.connect();
    const { name } = await admin.addDomain({ connection_id: id });
    const viewer = await SignedIn.member(connected.app, { orgId: connected.orgId, role: 'viewer' });
    const theirs = viewer.token;
    const list = await viewer.page('connections');
    expect(list).toContain('Single sign-on');
    for (const text of ['Add a connection', 'Domains', name]) expect(list).not.toContain(text);
    const details = await viewer.page(`connections/${id}`);
    for (const text of [connected.upstream.issuer, 'redirect-uri', 'Test the connection', '/remove'])
      expect(details).not.toContain(text);
    const reads = [`connections/new`, `domains/new`, `domains/${name}`, `domains/${name}/remove`];
    for (const path of [
      ...reads,
      ...['change', 'disable', 'remove'].map((what) => `connections/${id}/${what}`),
    ])
      expect([path, (await viewer.get(path)).status]).toEqual([path, 403]);
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
      const byViewer = await viewer.post(path, sent);
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
