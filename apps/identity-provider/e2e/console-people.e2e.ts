import { given } from '@governance/testing';
import { ConsoleVisitor } from './support/console';
import { addPerson, type TestPerson } from './support/people';
import { sharedConsole } from './support/shared-console';
import { locationOf, SignedIn } from './support/signed-in';

/** The shipped console and the embedded provider: what an administrator does with people. */
describe('the people of the console', () => {
  const app = given(sharedConsole);
  const admin = given(() => SignedIn.member(app), beforeEach);

  beforeEach(async () => {
    const connection = { name: 'Email and password', type: 'database' };
    await app.identity.manage(
      'PUT',
      `/organizations/${admin.orgId}/connections/con_${admin.orgId}`,
      connection,
    );
  });

  const post: SignedIn['post'] = (path, fields) => admin.post(path, fields);
  const page: SignedIn['page'] = (path) => admin.page(path);

  async function invitedId(email: string): Promise<string> {
    expect(locationOf(await post('invitations', { email, role: 'viewer' }))).toEqual([
      303,
      '/console/invitations?done=sent',
    ]);
    return /invitations\/([^/"]+)\/revoke/.exec(await page('invitations'))?.[1] ?? '';
  }

  it('are invited, invited again, and their invitations revoked', async () => {
    expect(await page('invitations')).toContain('No invitations yet');
    // A link to the page says nothing that was not done, nor a second time.
    expect(await page('invitations?done=sent')).not.toContain('its mail is queued');
    const id = await invitedId('new@example.org');
    expect(await page('invitations?done=revoked')).not.toContain('The invitation was revoked');
    expect(await page('invitations?done=sent')).toContain('its mail is queued');
    expect(await page('invitations?done=sent')).not.toContain('its mail is queued');
    expect(await page('invitations?status=pending')).toContain('new@example.org');
    expect(await page('invitations?status=accepted')).not.toContain('new@example.org');
    expect(await page('')).toContain('new@example.org');
    expect(locationOf(await post(`invitations/${id}/send-again`))).toEqual([
      303,
      '/console/invitations?done=again',
    ]);
    const next = /invitations\/([^/"]+)\/revoke/.exec(await page('invitations'))?.[1] ?? '';
    expect(next).not.toBe(id);
    expect(locationOf(await post(`invitations/${next}/revoke`))).toEqual([
      303,
      '/console/invitations?done=revoked',
    ]);
    expect(await page('invitations?status=pending')).not.toContain('new@example.org');
    expect((await post(`invitations/${next}/revoke`)).status).toBe(404);
  });

  it('are not invited to what is no address, and the form keeps what was entered', async () => {
    const { status, html } = await post('invitations', { email: '<i>no address', role: 'account-admin' });
    expect(status).toBe(400);
    expect(html).toContain('role="alert"');
    expect(html).toContain('value="&lt;i&gt;no address"');
    expect(html).toContain('value="account-admin" checked');
    expect(await page('invitations')).toContain('No invitations yet');
  });

  it('see all problems of a form, in a summary and at the fields', async () => {
    const { status, html } = await post('invitations', { email: 'no address', role: 'owner' });
    expect([status, /<title>([^<]*)/.exec(html)?.[1]]).toEqual([400, expect.stringMatching(/^Error: /)]);
    expect(html).toContain('id="problem" role="alert" tabindex="-1" autofocus');
    for (const [field, text] of [
      ['email', 'Email address must have the form name@example.org.'],
      ['role', 'Role must be one of those shown.'],
    ] as const) {
      expect(html).toContain(`<a href="#${field}">${text}</a>`);
      expect(html).toContain(`id="${field}-error">${text}<`);
    }
    expect(html).toMatch(/id="email"[^>]* aria-invalid="true" aria-describedby="email-error"/);
  });

  it('are searched by name and address', async () => {
    const viewer = await admin.join('viewer');
    expect(await page(`members?search=${viewer.email.toUpperCase()}`)).toContain(viewer.email);
    expect(await page(`members?search=${viewer.email}`)).not.toContain(admin.person.email);
    expect(await page('members?search=unknown')).toContain('No member matches');
    await invitedId('sought@example.org');
    expect(await page('invitations?search=SOUGHT')).toContain('sought@example.org');
    expect(await page('invitations?search=other')).toContain('No invitation matches');
  });

  it('get another role, and are removed', async () => {
    const browser = await admin.colleague('account-admin');
    const { person: other } = browser;
    expect(await browser.page('members')).toContain(admin.person.email);
    expect(await page(`members/${other.userId}/role`)).toContain('value="account-admin" checked');
    const demoted = await post(`members/${other.userId}/role`, { role: 'viewer' });
    expect(locationOf(demoted)).toEqual([303, '/console/members?done=changed']);
    expect(await page(`members/${other.userId}/role`)).toContain('value="viewer" checked');
    const invites = { email: 'a@example.org', role: 'viewer' };
    expect((await browser.post('invitations', invites)).status).toBe(403);

    expect(await page(`members/${other.userId}/remove`)).toContain('loses access');
    const removed = await post(`members/${other.userId}/remove`);
    expect(locationOf(removed)).toEqual([303, '/console/members?done=removed']);
    expect(await page('members')).not.toContain(other.email);
    // The call can be repeated, as the API has it.
    expect((await post(`members/${other.userId}/remove`)).status).toBe(303);
    expect((await admin.get(`members/${other.userId}/remove`)).status).toBe(404);
    const late = await browser.post('profile', { display_name: 'X' });
    expect([late.status, late.html]).toEqual([401, expect.stringContaining('Your session has ended')]);
  });

  it('without a second factor are shown, and administrators among them need attention', async () => {
    const places = [[admin.orgId, 'account-admin']] as const;
    const protectedAdmin = await addPerson(app.identity, { places, app: true });
    const viewer = await admin.join('viewer');
    const rowOf = async ({ email }: TestPerson): Promise<string | undefined> =>
      (await page('members')).split('<tr>').find((row) => row.includes(email));
    expect(await rowOf(admin.person)).toContain('ended" data-label="Second factor">None');
    expect(await rowOf(viewer)).toContain('data-label="Second factor">None');
    expect(await rowOf(protectedAdmin)).toContain('data-label="Second factor">App');
    expect(await rowOf(admin.person)).toMatch(/data-label="Last sign-in">\d+ \w+ \d{4}/);
    expect(await rowOf(viewer)).toContain('data-label="Last sign-in">Not known');
    const overview = await page('');
    const account = `${app.identity.issuer}/account/passkeys`;
    for (const text of ['Administrators without a second factor', `<a href="${account}">Add yours</a>`])
      expect(overview).toContain(text);
    for (const { email } of [protectedAdmin, viewer]) expect(overview).not.toContain(email);

    const other = await admin.join('account-admin');
    expect(await page('')).toContain(other.email);
    const calm = await SignedIn.enter(app, admin.orgId, protectedAdmin);
    for (const { userId } of [admin.person, other])
      expect((await calm.post(`members/${userId}/role`, { role: 'viewer' })).status).toBe(303);
    expect(await calm.page('')).toContain('Nothing needs your attention');
  });

  it('whose sign-ins fail need attention, and only their administrators see it', async () => {
    const target = await addPerson(app.identity, { places: [[admin.orgId, 'viewer']], app: true });
    const thief = new ConsoleVisitor(app);
    const { location } = await thief.get('/console/sign-in');
    await thief.provider.open(location);
    await thief.provider.submit('/password', { email: target.email, password: target.password });
    const guess = async (): Promise<void> => {
      const { text } = await thief.provider.submit('/code', { code: '000000' });
      expect(text).toContain('The code is incorrect');
    };
    await guess();
    await guess();
    expect(await page('members')).toContain('2 failed sign-ins since yesterday, the last on ');
    expect(await page('')).not.toContain('Failed sign-ins');
    await guess();
    const [overview = ''] = (await page('')).split('id="changes"');
    expect(overview).toContain('3 failed sign-ins since yesterday, the last on ');
    const [, found = ''] = /Failed sign-ins<[^]*?href="\/console\/(members\?[^"]+)"/.exec(overview) ?? [];
    const list = await page(found.replaceAll('&#x3D;', '='));
    for (const text of [target.email, '3 failed sign-ins since yesterday']) expect(list).toContain(text);
    expect(list).not.toContain(admin.person.email);
    expect(await (await admin.colleague('viewer')).page('')).not.toContain('failed sign-ins');
  });

  it('have a lost second factor removed after a day, unless an administrator keeps it', async () => {
    const lost = await addPerson(app.identity, { places: [[admin.orgId, 'viewer']], app: true });
    const path = `members/${lost.userId}/second-factor`;
    expect(await page('members')).toContain(`/console/${path}`);
    expect(await page(path)).toContain('The removal waits 24 hours');
    // This provider sends no mail, so it refuses.
    const { status, html } = await post(path);
    expect([status, html]).toEqual([409, expect.stringContaining('annot be told by mail')]);
    const insert = `INSERT INTO identity.second_factor_resets (user_id, id, due_at)
      VALUES ($1, gen_random_uuid(), '2100-11-27T12:00:00Z')`;
    await app.identity.stores.sql(insert, [lost.userId]);
    expect(await page('members')).toContain('Will be removed on 27 November 2100</a>');
    expect(await page(path)).toContain('Keep the second factor');
    expect(locationOf(await post(`${path}/keep`))).toEqual([303, '/console/members?done=kept']);
    expect(await page('members?done=kept')).not.toContain('Will be removed on');
  });

  it('include the last administrator, who stays', async () => {
    for (const path of ['role', 'remove']) {
      const { status, html } = await post(`members/${admin.person.userId}/${path}`, { role: 'viewer' });
      expect([path, status, html.includes('role="alert"')]).toEqual([path, 409, true]);
    }
    expect(await page('members')).toContain('>You<');
    const unknown = await post(`members/${admin.person.userId}/role`, { role: 'owner' });
    expect([unknown.status, unknown.html]).toEqual([400, expect.stringContaining('role="alert"')]);
  });

  it('of another organization do not exist', async () => {
    const stranger = await SignedIn.member(app);
    const foreign = await stranger.join('viewer');
    const invited = await invitedId('kept@example.org');
    for (const path of [`invitations/${invited}/revoke`, `invitations/${invited}/send-again`]) {
      const answer = await stranger.post(path);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect(await page('invitations?status=pending')).toContain('kept@example.org');
    for (const path of ['role', 'remove', 'second-factor']) {
      expect((await admin.get(`members/${foreign.userId}/${path}`)).status).toBe(404);
      expect((await post(`members/${foreign.userId}/${path}`, { role: 'viewer' })).status).toBe(404);
    }
    expect(await page('members')).not.toContain(foreign.email);
  });

  it('are changed only with the role and the token of the form', async () => {
    const viewer = await admin.colleague('viewer');
    const id = await invitedId('b@example.org');
    for (const path of [
      'invitations',
      `invitations/${id}/revoke`,
      `invitations/${id}/send-again`,
      `members/${admin.person.userId}/role`,
      `members/${admin.person.userId}/remove`,
      `members/${admin.person.userId}/second-factor`,
      `members/${admin.person.userId}/second-factor/keep`,
    ]) {
      const fields = { email: 'c@example.org', role: 'viewer' };
      expect([path, (await viewer.post(path, fields)).status]).toEqual([path, 403]);
      expect([path, (await post(path, { ...fields, token: viewer.token })).status]).toEqual([path, 403]);
    }
    for (const path of ['members', 'invitations']) expect((await viewer.get(path)).status).toBe(403);
    expect(await page('members')).toContain(viewer.person.email);
  });

  it('change their own profile', async () => {
    const values = { display_name: '"Jo" <b>', phone_number: '+43 1 2345678', marketing_opt_in: 'yes' };
    expect(locationOf(await post('profile', values))).toEqual([303, '/console/profile?done=saved']);
    const html = await page('profile');
    for (const text of [
      '&quot;Jo&quot; &lt;b&gt;',
      'value="+4312345678"',
      'value="yes" checked',
      admin.person.email,
    ])
      expect(html.replaceAll('&#x2B;', '+')).toContain(text);
    const refused = await post('profile', { display_name: 'Kept', phone_number: '12' });
    expect(refused.status).toBe(400);
    for (const text of ['<a href="#phone_number">Telephone must be', 'value="Kept"', 'value="12"'])
      expect(refused.html).toContain(text);
    expect(locationOf(await post('profile', {}))).toEqual([303, '/console/profile?done=saved']);
    expect(await page('profile')).not.toContain('4312345678');
  });
});
