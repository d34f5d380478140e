import { given } from '@governance/testing';
import { type ConsoleAnswer } from './support/console';
import { sharedConsole } from './support/shared-console';
import { locationOf, SignedIn } from './support/signed-in';

const list = '/console/service-identities';

/** The shipped console and the embedded provider: what an administrator does with service identities. */
describe('the service identities of the console', () => {
  const app = given(sharedConsole);
  const admin = given(() => SignedIn.member(app), beforeEach);

  const page = async (path: string): Promise<string> => (await admin.visitor.get(path)).html;
  const post = (
    path: string,
    fields: Record<string, string> = {},
    { visitor, token } = admin,
  ): Promise<ConsoleAnswer> => visitor.post(path, { token, ...fields });

  /** Creates a credential; by default with a service identity of its own. Returns the path of its page. */
  async function create(name: string, identity = ''): Promise<string> {
    const answer = await post('/console/credentials', {
      name,
      type: 'client_secret',
      valid_days: '90',
      permissions: 'm2m:credentials:read',
      service_identity_id: identity,
    });
    expect(answer.status).toBe(200);
    return /\/console\/credentials\/[\da-f-]{36}/.exec(answer.html)?.[0] ?? '';
  }

  /** The path of the only service identity, or of the first. */
  async function firstPath(): Promise<string> {
    return /\/console\/service-identities\/[\da-f-]{36}/.exec(await page(list))?.[0] ?? '';
  }

  async function revoke(credential: string, name: string): Promise<void> {
    expect((await post(`${credential}/revoke`, { name })).status).toBe(303);
  }

  it('teach what they are while there are none', async () => {
    const html = await page(list);
    expect(html).toContain('No service identities yet');
    expect(html).toContain('href="/console/credentials/new"');
  });

  it('are listed with what they may do, their credentials and their last use', async () => {
    const credential = await create('Exports <b>');
    const html = await page(list);
    for (const text of [
      'Exports &lt;b&gt;',
      'See the credentials of machines',
      `href="${credential}"`,
      'Never',
    ])
      expect(html).toContain(text);
    const details = await page(await firstPath());
    for (const text of [`href="${credential}"`, 'With its last credential', 'Last used'])
      expect(details).toContain(text);
    const id = (await firstPath()).split('/').at(-1);
    expect(await page(credential)).toContain(`href="/console/service-identities/${id}"`);
  });

  it('get a further credential, for which the form chooses them', async () => {
    const first = await create('First server');
    const path = await firstPath();
    const id = path.split('/').at(-1) ?? '';
    const link = `/console/credentials/new?service_identity_id=${id}`;
    expect(await page(path)).toContain(`href="${link}"`);
    expect(await page(link)).toContain(`<option value="${id}" selected>`);
    const unknown = await page('/console/credentials/new?service_identity_id=unknown');
    expect(unknown).not.toContain(`<option value="${id}" selected>`);
    const second = await create('Second server', id);
    const html = await page(path);
    for (const credential of [first, second]) expect(html).toContain(`href="${credential}"`);
  });

  it('are renamed, and then stay after their last credential', async () => {
    const credential = await create('Old name');
    const path = await firstPath();
    const renamed = await post(`${path}/rename`, { name: 'Reports <i>' });
    expect(locationOf(renamed)).toEqual([303, `${path}?done=renamed`]);
    const html = await page(`${path}?done=renamed`);
    for (const text of ['Reports &lt;i&gt;', 'The name was changed', 'When you delete it'])
      expect(html).toContain(text);
    await revoke(credential, 'Old name');
    expect(await page(path)).toContain('No credential uses it');
  });

  it('keep the name that was refused, and say why', async () => {
    await create('Kept');
    const path = await firstPath();
    const name = `<b>${'x'.repeat(100)}`;
    const refused = await post(`${path}/rename`, { name });
    expect(refused.status).toBe(400);
    for (const text of ['role="alert"', `value="&lt;b&gt;${'x'.repeat(100)}"`, '<h1><bdi>Kept</bdi></h1>'])
      expect(refused.html).toContain(text);
    expect((await post(`${path}/rename`)).status).toBe(400);
    expect(await page(path)).toContain('<h1><bdi>Kept</bdi></h1>');
  });

  it('are not deleted while they are used, and the page leads to the credentials', async () => {
    const credential = await create('In use');
    const path = await firstPath();
    const confirm = await page(`${path}/delete`);
    for (const text of ['cannot be deleted yet', `href="${credential}"`, 'together with the last'])
      expect(confirm).toContain(text);
    expect(confirm).not.toContain('danger');
    const refused = await post(`${path}/delete`);
    expect(refused.status).toBe(409);
    for (const text of ['role="alert"', 'cannot be deleted yet', `href="${credential}"`])
      expect(refused.html).toContain(text);
    await revoke(credential, 'In use');
    expect(await page(list)).toContain('No service identities yet');
  });

  it('are deleted when no credential uses them', async () => {
    const credential = await create('Old name');
    const path = await firstPath();
    await post(`${path}/rename`, { name: 'Unused' });
    await revoke(credential, 'Old name');
    const confirm = await page(`${path}/delete`);
    for (const text of ['Delete Unused', 'no program stops working', 'danger'])
      expect(confirm).toContain(text);
    const deleted = await post(`${path}/delete`);
    expect(locationOf(deleted)).toEqual([303, `${list}?done=deleted`]);
    expect(await page(`${list}?done=deleted`)).toContain('The service identity was deleted.');
    expect((await admin.visitor.get(path)).status).toBe(404);
    expect((await post(`${path}/delete`)).status).toBe(404);
  });

  it('of another organization do not exist', async () => {
    await create('Foreign canary');
    const path = await firstPath();
    const stranger = await SignedIn.member(app);
    for (const each of ['', '/delete']) {
      const { status, html } = await stranger.visitor.get(path + each);
      expect([each, status, html.includes('Foreign canary')]).toEqual([each, 404, false]);
    }
    for (const each of ['/rename', '/delete']) {
      const { status } = await post(path + each, { name: 'Taken' }, stranger);
      expect([each, status]).toEqual([each, 404]);
    }
    expect((await stranger.visitor.get(list)).html).not.toContain('Foreign canary');
    const id = path.split('/').at(-1) ?? '';
    const form = (await stranger.visitor.get(`/console/credentials/new?service_identity_id=${id}`)).html;
    expect(form).not.toContain('Foreign canary');
    expect(await page(path)).toContain('<h1><bdi>Foreign canary</bdi></h1>');
  });

  it('are for people who may manage credentials, and changed with the token of the form', async () => {
    await create('Seen');
    const path = await firstPath();
    const viewer = await admin.colleague('viewer');
    for (const each of [list, path, `${path}/delete`])
      expect([each, (await viewer.visitor.get(each)).status]).toEqual([each, 403]);
    for (const each of ['/rename', '/delete']) {
      const fields = { name: 'Changed' };
      expect((await post(path + each, fields, viewer)).status).toBe(403);
      expect((await post(path + each, { ...fields, token: viewer.token })).status).toBe(403);
    }
    expect(await page(path)).toContain('<h1><bdi>Seen</bdi></h1>');
  });
});
