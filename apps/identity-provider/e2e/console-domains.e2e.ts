import { type ConnectedAdmin } from './support/connected-admin';
import { type ConsoleAnswer } from './support/console';
import { ConnectedConsole } from './support/connected-console';
import { sharedOwnConsole } from './support/own-console';
import { serveTxtRecords, type TxtRecords } from './support/txt-records';
import { locationOf } from './support/signed-in';

/** The shipped console and the embedded provider: the domains that lead to a connection. */
describe('the domains of the console', () => {
  let records: TxtRecords;
  let connected: ConnectedConsole;
  let admin: ConnectedAdmin;

  beforeAll(async () => {
    const own = await sharedOwnConsole();
    records = serveTxtRecords(own.identity);
    connected = await ConnectedConsole.open(own);
  });
  beforeEach(async () => {
    admin = await connected.begin();
  });
  afterAll(() => connected.close());

  it('are offered to its addresses once its record is found, and each check is explained', async () => {
    const id = await admin.connect();
    const { name, record, value } = await admin.addDomain({ connection_id: id });
    expect([record, value]).toEqual([
      `_governance-challenge.${name}`,
      expect.stringMatching(/^governance-organization=[^:]+:[\w-]{43}$/),
    ]);
    const check = (): Promise<ConsoleAnswer> => admin.post(`domains/${name}/check`);
    for (const [found, words] of [
      [[], 'There is no TXT record with this name'],
      [['another'], 'none has this value'],
      [new Error('canary'), 'The DNS did not answer'],
    ] as const) {
      records.set(record, found);
      const { status, html } = await check();
      expect([status, html]).toEqual([200, expect.stringContaining(words)]);
      expect(html).not.toContain('canary');
    }
    records.set(record, [value]);
    expect(locationOf(await check())).toEqual([303, `/console/domains/${name}?done=proven`]);
    const proven = await admin.page(`domains/${name}?done=proven`);
    for (const text of ['The domain is proven', '>Proven<', 'Keep it published'])
      expect(proven).toContain(text);
    expect(proven).not.toContain('Check now');
    for (const path of ['connections', `connections/${id}`]) expect(await admin.page(path)).toContain(name);
    await connected.sql('UPDATE identity.domains SET missing_since = now() WHERE name = $1', [name]);
    expect(await admin.page('connections')).toContain('Record missing');
  });

  it('get another record when it has expired, and lead elsewhere', async () => {
    const id = await admin.connect();
    const { name, value } = await admin.addDomain();
    const expire = 'UPDATE identity.domains SET challenge_expires_at = now() WHERE name = $1';
    await connected.sql(expire, [name]);
    const expired = await admin.page(`domains/${name}`);
    expect(expired).toContain('Get another record');
    const [, challenge = ''] = value.split('=');
    expect(challenge).not.toBe('');
    expect(expired).not.toContain(challenge);
    expect((await admin.post(`domains/${name}/check`)).html).toContain('The record has expired');
    const saved = await admin.post(`domains/${name}/connection`, { connection_id: id });
    expect(locationOf(saved)).toEqual([303, `/console/domains/${name}?done=saved`]);
    const next = await admin.page(`domains/${name}`);
    expect(next).toContain('Check now');
    expect(next).toContain(`value="${id}" selected`);
    const refused = await admin.post(`domains/${name}/connection`, {
      connection_id: await connected.passwordId(),
    });
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('role="alert"')]);
  });

  it('have a name that can be owned, and the form keeps what was entered', async () => {
    const id = await admin.connect();
    const { status, html } = await admin.post('domains', { name: '<b>no domain', connection_id: id });
    expect([status, html]).toEqual([400, expect.stringContaining('value="&lt;b&gt;no domain"')]);
    expect(html).toContain(`value="${id}" selected`);
    expect((await admin.post('domains', { name: 'gmail.com' })).html).toContain('mail provider');
  });

  it('say that another organization has proven them, or another change is not finished', async () => {
    const { name, record, value } = await admin.addDomain();
    const other = await connected.stranger();
    const theirs = await other.addDomain({ name });
    records.set(record, [value, theirs.value]);
    expect((await other.post(`domains/${name}/check`)).status).toBe(303);
    const taken = await admin.post(`domains/${name}/check`);
    expect([taken.status, taken.html]).toEqual([
      409,
      expect.stringContaining('Another organization has proven this domain'),
    ]);
    await connected.leaveUnfinished(name);
    for (const path of ['connection', 'remove'])
      expect([path, (await admin.post(`domains/${name}/${path}`)).status]).toEqual([path, 409]);
  });

  it('are checked at most 30 times in 15 minutes', async () => {
    const { name } = await admin.addDomain();
    for (let count = 0; count < 30; count += 1) await admin.post(`domains/${name}/check`);
    const { status, html } = await admin.post(`domains/${name}/check`);
    expect([status, html]).toEqual([429, expect.stringContaining('too many checks of domains')]);
  });

  it('are removed after the consequences were shown, and their connection stays', async () => {
    const id = await admin.connect({ name: 'Acme <b>' });
    const { name } = await admin.addDomain({ connection_id: id });
    const confirm = await admin.page(`domains/${name}/remove`);
    for (const text of ['no longer offers “<bdi>Acme &lt;b&gt;</bdi>”', 'Accounts and tokens stay'])
      expect(confirm).toContain(text);
    const removed = await admin.post(`domains/${name}/remove`);
    expect(locationOf(removed)).toEqual([303, '/console/connections?done=domain-removed']);
    expect(await admin.page('connections')).not.toContain(name);
    expect((await admin.get(`domains/${name}`)).status).toBe(404);
  });
});
