import { given } from '@governance/testing';
import { changeTokens, ConsoleVisitor, sessionsOf, type StoredTokens, tokensIn } from './support/console';
import { addPerson, type TestPerson } from './support/people';
import { sharedConsole } from './support/shared-console';

const cookie = 'console-session';

/** The shipped console and the embedded provider, over HTTP. */
describe('the console', () => {
  const app = given(sharedConsole);
  let person: TestPerson;
  let visitor: ConsoleVisitor;
  /** Every token that a session has had. */
  const issued: StoredTokens[] = [];

  beforeEach(async () => {
    person = await addPerson(app.identity);
    visitor = new ConsoleVisitor(app);
  });

  async function onlySession(): ReturnType<typeof sessionsOf> {
    const rows = await sessionsOf(app, person);
    for (const row of rows) issued.push(tokensIn(app, row));
    return rows;
  }

  it('signs a person in, back to the page that they wanted', async () => {
    const { status, location } = await visitor.signIn(person, '/console/sessions');
    expect([status, location]).toEqual([303, `${app.url}/console/sessions`]);
    const page = await visitor.get('/console/sessions');
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('This session')]);
    const profile = await visitor.get('/console/profile');
    expect(profile.status).toBe(200);
    for (const words of ['Assessor', person.email, 'Administrator', 'Invite people, and revoke invitations'])
      expect(profile.html).toContain(words);
    await onlySession();
  });

  it('asks the provider with PKCE, state and nonce, each of them new', async () => {
    const [one, other] = await Promise.all(
      [0, 1].map(async () => new URL((await visitor.get('/console/sign-in')).location).searchParams),
    );
    expect(Object.fromEntries(one ?? [])).toMatchObject({
      client_id: 'console',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${app.url}/console/callback`,
      resource: app.url,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one?.get(name)).toMatch(/^[\w-]{43}$/);
      expect(one?.get(name)).not.toBe(other?.get(name));
    }
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/console/../self/me',
    '/consolexyz',
    String.raw`/console\evil`,
  ])('leads to its overview instead of %s', async (target) => {
    const wanted = `/console/sign-in?${new URLSearchParams({ return_to: target }).toString()}`;
    const authorization = (await visitor.get(wanted)).location;
    await visitor.provider.open(authorization);
    const { url } = await visitor.provider.submit('/password', {
      email: person.email,
      password: person.password,
    });
    expect((await visitor.get(url.pathname + url.search)).location).toBe(`${app.url}/console`);
  });

  it('sets cookies that scripts and other sites cannot use, and a new one at each sign-in', async () => {
    visitor.cookies.set(cookie, 'A'.repeat(43));
    await visitor.signIn(person);
    const first = visitor.cookies.get(cookie);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(first).not.toBe('A'.repeat(43));
    await visitor.get('/console/sign-in');
    for (const line of visitor.setCookies) {
      expect(line).toMatch(/; Path=\/;/);
      expect(line).toContain('SameSite=Lax');
      expect(line).toContain('HttpOnly');
      expect(line).not.toContain('Domain');
    }
    const before = await onlySession();
    const { location } = await visitor.get('/console/sign-in');
    const { url } = await visitor.provider.open(location);
    await visitor.get(url.pathname + url.search);
    expect(visitor.cookies.get(cookie)).not.toBe(first);
    const after = await onlySession();
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(before[0]?.id);
  });

  it('completes a sign-in only in the browser that began it, and once', async () => {
    const callback = await visitor.callback(person);
    const stranger = new ConsoleVisitor(app);
    const stolen = await stranger.get(callback);
    expect([stolen.status, stolen.html]).toEqual([
      400,
      expect.stringContaining('This sign-in cannot continue'),
    ]);
    expect(stranger.cookies.has(cookie)).toBe(false);
    const foreign = new ConsoleVisitor(app);
    await foreign.get('/console/sign-in');
    for (const [name, value] of foreign.cookies) {
      const mine = [...visitor.cookies.keys()].find((key) => key.startsWith('console-sign-in'));
      if (name.startsWith('console-sign-in')) foreign.cookies.set(String(mine), value);
    }
    expect((await foreign.get(callback)).status).toBe(400);
    expect((await visitor.get(callback)).status).toBe(303);
    expect((await visitor.get(callback)).status).toBe(400);
  });

  it('says so when the person cancels', async () => {
    const { location } = await visitor.get('/console/sign-in');
    await visitor.provider.open(location);
    const { url } = await visitor.provider.submit('/cancel');
    const page = await visitor.get(url.pathname + url.search);
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('You are not signed in')]);
  });

  it('changes nothing for a form without its token, with that of another session, or from another site', async () => {
    await visitor.signIn(person);
    const other = new ConsoleVisitor(app);
    await other.signIn(await addPerson(app.identity));
    const [token, theirs] = [await visitor.formToken(), await other.formToken()];
    const origin = app.url;
    const refusals: [fields: Record<string, string>, headers?: Record<string, string>][] = [
      [{}],
      [{ token: '' }],
      [{ token: theirs }],
      [{ token: `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}` }],
      [{ token }, {}],
      [{ token }, { origin: 'https://evil.example' }],
      [{ token }, { origin: 'null' }],
      [{ token }, { origin, 'sec-fetch-site': 'same-site' }],
      [{ token }, { 'sec-fetch-site': 'cross-site' }],
      [{ token }, { origin: `${origin}.evil.example`, 'sec-fetch-site': 'same-origin' }],
    ];
    for (const path of ['/console/sign-out', '/console/sessions/end-others']) {
      for (const [fields, headers] of refusals) {
        const { status, html } = await visitor.post(path, fields, headers);
        expect([fields, headers, status]).toEqual([fields, headers, 403]);
        expect(html).toContain('Nothing was changed');
      }
    }
    expect((await visitor.get('/console')).status).toBe(200);
    expect((await visitor.post('/console/sign-out', { token })).status).toBe(303);
  });

  it('ends the session and its tokens at the sign-out, and leads to that of the provider and back', async () => {
    await visitor.signIn(person);
    const [row] = await onlySession();
    const kept = new Map(visitor.cookies);
    const { status, location } = await visitor.post('/console/sign-out', {
      token: await visitor.formToken(),
    });
    expect([status, location]).toEqual([303, expect.stringContaining(`${app.identity.issuer}/session/end?`)]);
    expect(location).not.toContain('id_token');
    expect(visitor.cookies.has(cookie)).toBe(false);
    expect(await sessionsOf(app, person)).toEqual([]);
    for (const [name, value] of kept) visitor.cookies.set(name, value);
    expect((await visitor.get('/console')).status).toBe(303);
    const refresh = {
      grant_type: 'refresh_token',
      client_id: 'console',
      refresh_token: row ? tokensIn(app, row).refreshToken : '',
    };
    expect((await app.identity.token(refresh)).body).toMatchObject({ error: 'invalid_grant' });

    await visitor.provider.open(location);
    const { url } = await visitor.provider.submit('/session/end/confirm', { logout: 'yes' });
    expect(url.origin + url.pathname).toBe(`${app.url}/console/signed-out`);
    expect((await visitor.get('/console/signed-out')).html).toContain('You are signed out');
    const again = await visitor.provider.open((await visitor.get('/console/sign-in')).location);
    expect(again.heading).toBe('Sign in');
  });

  it('refreshes the tokens once for concurrent requests', async () => {
    await visitor.signIn(person);
    const [row] = await onlySession();
    if (!row) throw new Error('there is no session');
    await changeTokens(app, row, { expiresAt: 0 });
    const pages = await Promise.all(Array.from({ length: 6 }, () => visitor.get('/console')));
    expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const [after] = await onlySession();
    const [before, now] = issued.slice(-2);
    expect(after?.id).toBe(row.id);
    expect(now?.refreshToken).not.toBe(before?.refreshToken);
    if (after) await changeTokens(app, after, { expiresAt: 0 });
    expect((await visitor.get('/console')).status).toBe(200);
  });

  it('shows a viewer what they may do, and no list that they may not see', async () => {
    person = await addPerson(app.identity, { places: [['org_acme', 'viewer']] });
    await visitor.signIn(person);
    const { status, html } = await visitor.get('/console/profile');
    expect(status).toBe(200);
    expect(html).toContain('Viewer');
    expect(html).not.toContain('Invite people');
    expect((await visitor.get('/console')).html).toContain('Nothing needs your attention');
    await onlySession();
  });

  it('escapes what people say of themselves', async () => {
    const name = '<script>alert(1)</script>';
    const user = { email: person.email, emailVerified: true, name };
    expect((await app.identity.manage('PUT', `/users/${person.userId}`, user)).status).toBeLessThan(300);
    await visitor.signIn(person);
    const { html } = await visitor.get('/console');
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html).not.toContain('<script>');
  });

  it('forbids frames, foreign resources, inline code and caching on every page', async () => {
    await visitor.signIn(person);
    for (const path of ['/console', '/console/sessions', '/console/signed-out', '/console/callback']) {
      const { headers, html } = await visitor.get(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; " +
          `form-action 'self' ${app.identity.issuer}; frame-ancestors 'none'`,
      );
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(html).not.toMatch(
        /<script(?! type="module" src="[\w/]+\.js"><\/script>)|<style| style=| on\w+=/,
      );
    }
  });

  it('shows no token in pages, cookies, redirects or logs', async () => {
    await visitor.signIn(person);
    const [row] = await onlySession();
    for (const path of ['/console', '/console/sessions']) await visitor.get(path);
    if (row) await changeTokens(app, row, { expiresAt: 0 });
    await visitor.get('/console');
    await onlySession();
    await visitor.post('/console/sign-out', { token: await visitor.formToken() });
    expect(issued.length).toBeGreaterThan(5);
    const shown = JSON.stringify(visitor.seen.map(({ html, headers }) => [html, [...headers]]));
    const logs = app.platform.output();
    expect(logs).toContain('/console');
    const secret = visitor.setCookies
      .map((line) => /^console-session=([\w-]{43})/.exec(line)?.[1])
      .find(Boolean);
    expect(logs).not.toContain(String(secret));
    for (const { accessToken, refreshToken } of issued) {
      for (const text of [accessToken, refreshToken]) {
        expect(shown).not.toContain(text);
        expect(logs).not.toContain(text);
      }
    }
  });
});
