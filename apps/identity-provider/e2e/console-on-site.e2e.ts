import { given, until } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { toBase32 } from '../src/second-factor/base32';
import { ConsoleVisitor, sessionsOf } from './support/console';
import { type ConsolePrograms, startConsolePrograms } from './support/console-programs';
import { addPerson, password, signIn, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { sharedConsoleWithSite } from './support/shared-console';

const anonymous = { authenticated: false, email: '', name: '', roles: [] };
const consoleCookie = 'console-session';
const siteCookie = 'site-session';
const name = 'After the change';

const app = given(sharedConsoleWithSite);

/** The shipped surfaces and the embedded provider: who is signed in at the console, as the site sees it. */
describe('a person of the console on the site', () => {
  let person: TestPerson;

  beforeEach(async () => {
    person = await addPerson(app.identity);
  });

  async function me(cookies: Record<string, string | undefined>): Promise<unknown> {
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value ?? ''}`);
    const response = await fetch(`${app.siteUrl}/api/me`, { headers: { cookie: cookie.join('; ') } });
    expect(response.status).toBe(200);
    return response.json();
  }

  const meOf = (visitor: ConsoleVisitor): Promise<unknown> => me(Object.fromEntries(visitor.cookies));

  async function signedIn(): Promise<ConsoleVisitor> {
    const visitor = new ConsoleVisitor(app);
    await visitor.signIn(person);
    return visitor;
  }

  const known = (): object => ({ authenticated: true, email: person.email, name: 'Assessor', roles: [] });

  it('is known with name and address until the sign-out, which removes the cookies', async () => {
    const visitor = await signedIn();
    expect(await meOf(visitor)).toEqual(known());
    const kept = Object.fromEntries(visitor.cookies);
    await visitor.post('/console/sign-out', { token: await visitor.formToken('/console/sign-out') });
    expect([...visitor.cookies.keys()].filter((name) => /session|signed-in/.test(name))).toEqual([]);
    expect(await me(kept)).toEqual(anonymous);
  });

  it('has cookies of which only the hint is readable, with secrets that are new at each sign-in', async () => {
    const visitor = new ConsoleVisitor(app);
    visitor.cookies.set(siteCookie, 'A'.repeat(43));
    await visitor.signIn(person);
    const first = visitor.cookies.get(siteCookie);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect([visitor.cookies.get(consoleCookie), 'A'.repeat(43)]).not.toContain(first);
    expect(visitor.cookies.get('site-signed-in')).toBe('1');
    for (const line of visitor.setCookies.filter((each) => each.startsWith('site-'))) {
      expect(line).toMatch(/; Path=\/;.*SameSite=Lax/);
      expect([line, line.includes('HttpOnly')]).toEqual([line, line.startsWith(siteCookie)]);
      expect(line).not.toMatch(/Domain|Max-Age=[1-9]/);
    }
    const { location } = await visitor.get('/console/sign-in');
    const { url } = await visitor.provider.open(location);
    await visitor.get(url.pathname + url.search);
    expect(visitor.cookies.get(siteCookie)).not.toBe(first);
    expect(await me({ [siteCookie]: first })).toEqual(anonymous);
    expect(await meOf(visitor)).toEqual(known());
  });

  it('opens nothing with the cookie of the other surface, or a guessed one', async () => {
    const visitor = await signedIn();
    const [ours, theirs] = [visitor.cookies.get(consoleCookie), visitor.cookies.get(siteCookie)];
    expect(await me({ [siteCookie]: ours })).toEqual(anonymous);
    expect(await me({ [consoleCookie]: ours })).toEqual(anonymous);
    expect(await me({ [siteCookie]: 'B'.repeat(43) })).toEqual(anonymous);
    const thief = new ConsoleVisitor(app);
    thief.cookies.set(siteCookie, String(theirs));
    for (const name of [consoleCookie, siteCookie]) {
      thief.cookies.set(name, String(theirs));
      for (const path of ['/console', '/console/sessions', '/console/credentials']) {
        const { status, location } = await thief.get(path);
        expect([path, status, location]).toEqual([path, 303, expect.stringContaining('/console/sign-in')]);
      }
    }
    const bearer = await fetch(`${app.url}/self/me`, {
      headers: { authorization: `Bearer ${String(theirs)}` },
    });
    expect(bearer.status).toBe(401);
    expect((await visitor.get('/console')).status).toBe(200);
  });

  it('is unknown where another browser has ended the session', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    const token = await second.formToken('/console/sessions');
    await second.post('/console/sessions/end-others', { token });
    expect([await meOf(first), await meOf(second)]).toEqual([anonymous, known()]);
  });

  it('is asked before the sign-out, and told when there is none to end', async () => {
    const visitor = await signedIn();
    const page = await visitor.get('/console/sign-out');
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('<h1>Sign out?</h1>')]);
    expect((await visitor.get('/console')).status).toBe(200);
    const stranger = new ConsoleVisitor(app);
    stranger.cookies.set(siteCookie, 'B'.repeat(43));
    const nothing = await stranger.get('/console/sign-out');
    expect([nothing.status, nothing.html]).toEqual([200, expect.stringContaining('You are signed out')]);
    expect(stranger.cookies.has(siteCookie)).toBe(false);
  });

  it('shows no secret of a cookie in pages and logs', async () => {
    const visitor = await signedIn();
    await meOf(visitor);
    await visitor.get('/console/sign-out');
    const shown = app.site.output() + app.platform.output() + visitor.seen.map(({ html }) => html).join('');
    expect(app.site.output()).toContain('/api/me');
    for (const name of [siteCookie, consoleCookie])
      expect(shown).not.toContain(String(visitor.cookies.get(name)));
  });
});

/** A thief has a signed-in console, and the owner changes what it was signed in with. */
describe('the sessions of a user on the platform', () => {
  let person: TestPerson;
  let thief: ConsoleVisitor;
  let formToken: string;

  beforeEach(async () => {
    person = await addPerson(app.identity, { app: true });
    thief = new ConsoleVisitor(app);
    await thief.signIn(person);
    formToken = await thief.formToken();
  });

  async function makeCredential(visitor: ConsoleVisitor, token: string): Promise<boolean> {
    const fields = {
      key: randomUUID(),
      name,
      type: 'client_secret',
      valid_days: '30',
      permissions: 'm2m:credentials:read',
    };
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
    const programs: ConsolePrograms = await startConsolePrograms(app.options);
    try {
      await until(async () => !(await isKnownToSite(thief)));
    } finally {
      await programs.stop();
    }
  });
});
