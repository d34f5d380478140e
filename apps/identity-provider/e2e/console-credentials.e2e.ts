import { given } from '@governance/testing';
import { ageSession } from './support/change-payload';
import { type ConsoleAnswer, ConsoleVisitor } from './support/console';
import { addPerson, freshCode, type TestPerson } from './support/people';
import { sharedConsole } from './support/shared-console';

const maxAge = 300;
const secretIn = ({ html }: ConsoleAnswer): string => /id="secret">([^<]+)</.exec(html)?.[1] ?? '';
const clientIdIn = ({ html }: ConsoleAnswer): string => /id="client-id">([^<]+)</.exec(html)?.[1] ?? '';
const idIn = ({ html }: ConsoleAnswer): string => /credentials\/([\da-f-]{36})"/.exec(html)?.[1] ?? '';
const unescaped = (text: string): string =>
  text
    .replaceAll('&#x3D;', '=')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The summary has the focus, and a link to the field, which is described by the error. */
function expectAtField({ html }: ConsoleAnswer, field: string, text: string): void {
  const error = `This is not the name of the credential. ${text}`;
  expect(html).toContain('id="problem" role="alert" tabindex="-1" autofocus');
  expect(html).toContain(`<a href="#${field}">${error}</a>`);
  expect(html).toContain(`id="${field}-error">${error}<`);
  expect(html).toMatch(
    new RegExp(`id="${field}"[^>]* aria-invalid="true" aria-describedby="${field}-error"`),
  );
}

/** The hidden fields of the page that continues. */
function fieldsIn({ html }: ConsoleAnswer): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries(Array.from(inputs, ([, name = '', value = '']) => [name, unescaped(value)]));
}

/** The shipped console and the embedded provider: what an administrator does with credentials. */
describe('the credentials of the console', () => {
  const app = given(sharedConsole);

  async function visit(person: TestPerson): Promise<ConsoleVisitor> {
    const visitor = new ConsoleVisitor(app);
    await visitor.signIn(person);
    return visitor;
  }

  async function form(visitor: ConsoleVisitor, fields: Record<string, string> = {}) {
    const page = fieldsIn(await visitor.get('/console/credentials/new'));
    return {
      token: '',
      ...page,
      type: 'client_secret',
      valid_days: '90',
      permissions: 'm2m:credentials:read',
      ...fields,
    };
  }

  async function create(visitor: ConsoleVisitor, name: string): Promise<ConsoleAnswer> {
    return visitor.post('/console/credentials', await form(visitor, { name }));
  }

  async function status(clientId: string, secret: string): Promise<number> {
    const { status: answered } = await fetch(`${app.identity.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: app.url }),
    });
    return answered;
  }

  it('show names isolated, also one from before its characters were refused, which still confirms', async () => {
    const visitor = await visit(await addPerson(app.identity, { places: [['org_old', 'account-admin']] }));
    const refused = await create(visitor, 'Nightly \u202etropxe');
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('must have no control, text-direction or other invisible characters'),
    ]);
    const id = idIn(await create(visitor, 'Stored'));
    const stored = 'Nightly \u202etropxe';
    await app.identity.stores.sql('UPDATE m2m_credentials SET name = $2 WHERE id = $1', [id, stored]);
    for (const path of ['/console/credentials', `/console/credentials/${id}`])
      expect((await visitor.get(path)).html).toContain(`<bdi>${stored}</bdi>`);
    const path = `/console/credentials/${id}`;
    const token = await visitor.formToken(path);
    const revoked = await visitor.post(`${path}/revoke`, { token, name: 'Nightly tropxe' });
    expect(revoked.location).toBe(`${app.url}/console/credentials?done=revoked`);
  });

  it('are created, used, rotated with an overlap, renamed and revoked', async () => {
    const visitor = await visit(await addPerson(app.identity, { places: [['org_life', 'account-admin']] }));
    expect((await visitor.get('/console/credentials')).html).toContain('No credentials yet');
    const issued = await create(visitor, 'Nightly <b>report</b>');
    expect([issued.status, issued.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(issued.html).toContain('Nightly &lt;b&gt;report&lt;/b&gt;');
    const [id, clientId, secret] = [idIn(issued), clientIdIn(issued), secretIn(issued)];
    expect(await status(clientId, secret)).toBe(200);

    const path = `/console/credentials/${id}`;
    const token = await visitor.formToken(path);
    for (const [fields, field] of [
      [{}, 'overlap'],
      [{ overlap: '0', typed_name: 'Nightly' }, 'typed_name'],
    ] as const) {
      const refused = await visitor.post(`${path}/rotate`, { token, valid_days: '', ...fields });
      expect(refused.html).toContain(`id="${field}-error"`);
      expect(await status(clientId, secret)).toBe(200);
      if (field === 'typed_name') expectAtField(refused, field, 'Nothing was rotated.');
    }
    const rotated = await visitor.post(`${path}/rotate`, { token, overlap: '3600', valid_days: '' });
    expect(rotated.status).toBe(200);
    expect(rotated.html).toContain('stops working after one hour');
    expect(secretIn(rotated)).not.toBe(secret);
    expect(await status(clientId, secret)).toBe(200);
    expect(await status(clientId, secretIn(rotated))).toBe(200);
    expect((await visitor.get(path)).html).toContain('still works');
    const ended = await visitor.post(`${path}/end-previous`, { token });
    expect(ended.location).toBe(`${app.url}${path}?done=previous-ended`);
    expect(await status(clientId, secret)).toBe(401);

    const renamed = await visitor.post(`${path}/rename`, { token, name: 'Weekly', description: 'A note' });
    expect(renamed.location).toBe(`${app.url}${path}?done=renamed`);
    const list = (await visitor.get('/console/credentials?name=week')).html;
    expect(list).toContain('Weekly');
    expect(list).toContain('A note');
    expect((await visitor.get('/console/credentials?name=nightly')).html).toContain('No credential matches');

    const wrong = await visitor.post(`${path}/revoke`, { token, name: 'Weekl' });
    expect(wrong.status).toBe(422);
    expectAtField(wrong, 'name', 'Nothing was revoked.');
    expect(await status(clientId, secretIn(rotated))).toBe(200);
    const revoked = await visitor.post(`${path}/revoke`, { token, name: 'Weekly' });
    expect(revoked.location).toBe(`${app.url}/console/credentials?done=revoked`);
    expect(await status(clientId, secretIn(rotated))).toBe(401);
    expect((await visitor.get(path)).status).toBe(404);
    const secrets = [secret, secretIn(rotated)];
    const pages = visitor.seen.filter((page) => page !== issued && page !== rotated);
    for (const text of [...pages.map(({ html }) => html), app.platform.output()])
      for (const each of secrets) expect(text).not.toContain(each);
  });

  it('can do nothing that was not chosen, and nothing that only people can do', async () => {
    const visitor = await visit(await addPerson(app.identity, { places: [['org_chosen', 'account-admin']] }));
    const page = await visitor.get('/console/credentials/new');
    expect(page.html).toContain('value="org:members:read"');
    for (const permission of ['self:profile:read', 'org:members:write', 'org:connections:write'])
      expect(page.html).not.toContain(`value="${permission}"`);
    const unchosen = { ...fieldsIn(page), name: '', type: 'client_secret', valid_days: '90' };
    const refused = await visitor.post('/console/credentials', unchosen);
    expect(refused.status).toBe(400);
    for (const field of ['name', 'permissions']) expect(refused.html).toContain(`id="${field}-error"`);
    expect((await visitor.get('/console/credentials')).html).toContain('No credentials yet');
  });

  it('say what is wrong and keep what was entered', async () => {
    const visitor = await visit(await addPerson(app.identity));
    const sent = await form(visitor, {
      name: 'Kept',
      type: 'public_key',
      public_key: 'no key',
      allowed_networks: '',
    });
    const refused = await visitor.post('/console/credentials', sent);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect(refused.html).toContain('role="alert"');
    for (const text of ['value="Kept"', 'no key</textarea>', 'value="m2m:credentials:read" checked'])
      expect(refused.html).toContain(text);
  });

  it('are created once, however often the form is sent', async () => {
    const visitor = await visit(await addPerson(app.identity, { places: [['org_twice', 'account-admin']] }));
    const sent = await form(visitor, { name: 'Once' });
    const first = await visitor.post('/console/credentials', sent);
    const second = await visitor.post('/console/credentials', sent);
    expect(secretIn(first)).not.toBe('');
    expect([second.status, secretIn(second)]).toEqual([200, '']);
    expect(second.html).toContain('was sent before');
    const list = (await visitor.get('/console/credentials')).html;
    expect(list.match(/>Once</g)).toHaveLength(1);
  });

  it('need the token of the form, and a role that may change them', async () => {
    const admin = await visit(await addPerson(app.identity, { places: [['org_view', 'account-admin']] }));
    const id = idIn(await create(admin, 'Seen'));
    const foreign = await admin.post(`/console/credentials/${id}/revoke`, { token: 'x', name: 'Seen' });
    expect(foreign.status).toBe(403);
    const viewer = await visit(await addPerson(app.identity, { places: [['org_view', 'viewer']] }));
    const page = await viewer.get(`/console/credentials/${id}`);
    expect([page.status, page.html.includes('Seen')]).toEqual([403, false]);
    const token = await viewer.formToken();
    for (const [path, fields] of [
      [`${id}/rotate`, { overlap: '0' }],
      [`${id}/rename`, { name: 'Changed' }],
      [`${id}/revoke`, { name: 'Seen' }],
      [`${id}/end-previous`, {}],
    ] as const) {
      const refused = await viewer.post(`/console/credentials/${path}`, { token, ...fields });
      expect([path, refused.status]).toEqual([path, 403]);
    }
    expect((await admin.get(`/console/credentials/${id}`)).html).toContain('Seen');
  });

  it('of another organization do not exist', async () => {
    const owner = await visit(await addPerson(app.identity, { places: [['org_owner', 'account-admin']] }));
    const id = idIn(await create(owner, 'Foreign canary'));
    const other = await visit(await addPerson(app.identity, { places: [['org_other', 'account-admin']] }));
    const token = await other.formToken();
    const paths = [id, `${id}/revoke`];
    for (const path of paths) {
      const { status: answered, html } = await other.get(`/console/credentials/${path}`);
      expect([answered, html.includes('Foreign canary')]).toEqual([404, false]);
    }
    for (const path of ['rotate', 'rename', 'revoke', 'end-previous']) {
      const answer = await other.post(`/console/credentials/${id}/${path}`, {
        token,
        name: 'Foreign canary',
      });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await other.get('/console/credentials?name=canary')).html).not.toContain('Foreign canary');
  });

  /** A signed-in administrator whose second factor is too old. */
  async function withOldFactor(): Promise<{ person: TestPerson; visitor: ConsoleVisitor }> {
    const places = [['org_gated', 'account-admin']] as const;
    const person = await addPerson(app.identity, { places, mfaMaxAge: maxAge, app: true });
    const visitor = await visit(person);
    const session = visitor.provider.cookies.get('session')?.value ?? '';
    await ageSession(app.identity, session);
    const back = await visitor.get('/console/sign-in');
    const aged = await visitor.provider.open(back.location);
    const consented = aged.heading === '' ? aged : await visitor.provider.submit('/consent');
    await visitor.get(consented.url.pathname + consented.url.search);
    return { person, visitor };
  }

  it('are sent by no other sign-in than the one that was begun for them', async () => {
    const { visitor } = await withOldFactor();
    expect((await create(visitor, 'Abandoned')).status).toBe(303);
    expect((await visitor.get('/console/continue')).location).toBe(`${app.url}/console`);
    expect((await create(visitor, 'Abandoned')).status).toBe(303);
    const foreign = await visitor.get('/console/sign-in?return_to=/console/continue');
    const begun = await visitor.provider.open(foreign.location);
    const { url } = begun.heading === '' ? begun : await visitor.provider.submit('/consent');
    const callback = await visitor.get(url.pathname + url.search);
    expect(callback.location).toBe(`${app.url}/console/continue`);
    expect((await visitor.get('/console/continue')).location).toBe(`${app.url}/console`);
  });

  it('continue after the second factor, with what was entered', async () => {
    const { person, visitor } = await withOldFactor();
    const refused = await create(visitor, 'Needs a factor');
    expect(refused.status).toBe(303);
    const asked = new URL(refused.location).searchParams;
    expect([asked.get('max_age'), asked.get('acr_values')]).toEqual([String(maxAge), expect.anything()]);
    const kept = await app.identity.stores.sql(
      'SELECT kept_form FROM console_sessions WHERE subject = $1 AND kept_form IS NOT NULL',
      [person.userId],
    );
    expect(kept).toHaveLength(1);
    expect((await visitor.provider.open(refused.location)).heading).toBe('Enter your code');
    const confirmed = await visitor.provider.submit('/code', { code: await freshCode(person) });
    const { url } = confirmed.heading === '' ? confirmed : await visitor.provider.submit('/consent');
    const callback = await visitor.get(url.pathname + url.search);
    expect(callback.location).toBe(`${app.url}/console/continue`);
    const page = await visitor.get('/console/continue');
    const fields = fieldsIn(page);
    expect(fields).toMatchObject({ name: 'Needs a factor', valid_days: '90', continued: '1' });
    expect((await visitor.get('/console/credentials')).html).toContain('No credentials yet');
    const issued = await visitor.post('/console/credentials', fields);
    expect([issued.status, issued.html]).toEqual([200, expect.stringContaining('Needs a factor')]);
    expect(await status(clientIdIn(issued), secretIn(issued))).toBe(200);
    // The form is given out once.
    expect((await visitor.get('/console/continue')).location).toBe(`${app.url}/console`);
  });
});
