import { until } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { toBase32 } from '../src/second-factor/base32';
import { ConsoleVisitor, sessionsOf } from './support/console';
import { type ConsolePrograms, startConsolePrograms } from './support/console-programs';
import { type ConsoleWithSite, startConsoleWithSite } from './support/console-site';
import { addPerson, password, signIn, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';

const name = 'After the change';

/** A thief has a signed-in console, and the owner changes what it was signed in with. */
describe('the sessions of a user on the platform', () => {
  let app: ConsoleWithSite;
  let person: TestPerson;
  let thief: ConsoleVisitor;
  let formToken: string;

  beforeAll(async () => {
    app = await startConsoleWithSite();
  });
  beforeEach(async () => {
    person = await addPerson(app.identity, { app: true });
    thief = new ConsoleVisitor(app);
    await thief.signIn(person);
    formToken = await thief.formToken();
  });
  afterAll(() => app.close());

  async function makeCredential(visitor: ConsoleVisitor, token: string): Promise<boolean> {
    const fields = { key: randomUUID(), name, type: 'client_secret', valid_days: '30' };
    const { html } = await visitor.post('/console/credentials', { token, ...fields });
    return html.includes('id="secret"');
  }
  async function isKnownToSite({ cookies }: ConsoleVisitor): Promise<boolean> {
    const headers = { cookie: `site-session=${cookies.get('site-session') ?? ''}` };
    const response = await fetch(`${app.siteUrl}/api/me`, { headers });
    return ((await response.json()) as { authenticated: boolean }).authenticated;
  }
  const newPassword = `another password ${randomUUID()}`;
  const put = (what: string, body: object): Promise<unknown> =>
    app.identity.manage('PUT', `/users/${person.userId}/${what}`, body);

  async function changeOwnPassword(): Promise<void> {
    const browser = new PersonBrowser(app.identity.issuer);
    await browser.open(`${app.identity.issuer}/account/password`);
    await signIn(browser, person);
    const fields = { current: person.password, password: newPassword, repeated: newPassword };
    const page = await browser.submit('/account/password', fields);
    expect(page.status).toBe(200);
  }

  it.each([
    ['a password by an operator', () => put('password', { password: newPassword })],
    ['a password by the owner', changeOwnPassword],
    ['an authenticator app by an operator', () => put('totp', { secret: toBase32(randomBytes(20)) })],
  ])('end with %s, at the next write', async (_case, change) => {
    expect(await isKnownToSite(thief)).toBe(true);
    await change();
    expect(await makeCredential(thief, formToken)).toBe(false);
    expect(await sessionsOf(app, person)).toEqual([]);
    expect(await isKnownToSite(thief)).toBe(false);
    expect((await thief.get('/console/credentials')).status).toBe(303);
    expect(await app.identity.stores.sql('SELECT FROM identity.session_ends')).toEqual([]);
  });

  it('stay with the same password again, and with the same app', async () => {
    await put('password', { password });
    await put('totp', { secret: toBase32(person.secret ?? Buffer.alloc(0)) });
    expect(await makeCredential(thief, formToken)).toBe(true);
  });

  it('begin anew with the new password', async () => {
    await put('password', { password: newPassword });
    // Until then a token may be from the second of the change.
    const [end] = await app.identity.stores.sql('SELECT ended_at FROM identity.session_ends');
    await until(() => Promise.resolve(Date.now() > Number(end?.ended_at) + 1_000));
    const owner = new ConsoleVisitor(app);
    await owner.signIn({ ...person, password: newPassword });
    expect(await makeCredential(owner, await owner.formToken())).toBe(true);
    expect(await makeCredential(thief, formToken)).toBe(false);
    expect(await sessionsOf(app, person)).toHaveLength(1);
  });

  it('end without any request, by the worker', async () => {
    await put('password', { password: newPassword });
    expect(await isKnownToSite(thief)).toBe(true);
    const programs: ConsolePrograms = await startConsolePrograms(app.place);
    try {
      await until(async () => !(await isKnownToSite(thief)));
    } finally {
      await programs.stop();
    }
  });
});
