import { given } from '@governance/testing';
import { changeTokens, ConsoleVisitor, sessionsOf } from './support/console';
import { addPerson, type TestPerson } from './support/people';
import { sharedConsole } from './support/shared-console';

/** The shipped console and the embedded provider: what the console and a browser keep of a person. */
const app = given(sharedConsole);
let person: TestPerson;
let visitor: ConsoleVisitor;

beforeEach(async () => {
  person = await addPerson(app.identity);
  visitor = new ConsoleVisitor(app);
});

describe('the sessions of the console', () => {
  const sql = (text: string): Promise<unknown> =>
    app.identity.stores.sql(`UPDATE console_sessions SET ${text} WHERE subject = $1`, [person.userId]);

  it.each([
    ['idle', `last_used_at = last_used_at - interval '30 minutes'`],
    ['over', `created_at = created_at - interval '12 hours', ends_at = ends_at - interval '12 hours'`],
  ])('takes no session that is %s', async (_name, change) => {
    await visitor.signIn(person);
    const token = await visitor.formToken();
    await sql(change);
    const { status, location } = await visitor.get('/console');
    expect([status, location]).toEqual([303, `${app.url}/console/sign-in?return_to=%2Fconsole`]);
    const form = await visitor.post('/console/sign-out', { token });
    expect([form.status, form.html]).toEqual([401, expect.stringContaining('Your session has ended')]);
  });

  it('lists the sessions of the person, and ends one or all others, and none of another person', async () => {
    const [second, third, stranger] = [
      new ConsoleVisitor(app),
      new ConsoleVisitor(app),
      new ConsoleVisitor(app),
    ];
    for (const each of [visitor, second, third]) await each.signIn(person);
    const colleague = await addPerson(app.identity);
    await stranger.signIn(colleague);
    const [own, one] = await sessionsOf(app, person);
    const [theirs] = await sessionsOf(app, colleague);
    const token = await visitor.formToken('/console/sessions');
    const { html } = await visitor.get('/console/sessions');
    expect(html.match(/Last used/g)).toHaveLength(3);

    const end = (id: unknown): ReturnType<ConsoleVisitor['post']> =>
      visitor.post(`/console/sessions/${String(id)}/end`, { token });
    expect((await end(one?.id)).location).toBe(`${app.url}/console/sessions`);
    expect((await second.get('/console')).status).toBe(303);
    expect((await third.get('/console')).status).toBe(200);
    expect((await end(own?.id)).status).toBe(404);
    expect((await end('no-id')).status).toBe(404);
    await end(theirs?.id);
    expect((await stranger.get('/console')).status).toBe(200);

    await visitor.post('/console/sessions/end-others', { token });
    expect((await third.get('/console')).status).toBe(303);
    expect((await visitor.get('/console')).status).toBe(200);
    expect((await stranger.get('/console')).status).toBe(200);
  });

  it('ends a session whose tokens the provider refuses to refresh', async () => {
    await visitor.signIn(person);
    const [row] = await sessionsOf(app, person);
    if (row) await changeTokens(app, row, { expiresAt: 0, refreshToken: 'revoked' });
    const page = await visitor.get('/console');
    expect([page.status, page.html]).toEqual([401, expect.stringContaining('Your session has ended')]);
    expect(await sessionsOf(app, person)).toEqual([]);
  });
});

describe('what a browser keeps of the console', () => {
  it('is the latest of many begun sign-ins, so that requests stay small', async () => {
    for (let begun = 0; begun < 60; begun += 1)
      expect((await visitor.get('/console/sign-in')).status).toBe(303);
    const signIns = [...visitor.cookies.keys()].filter((name) => name.startsWith('console-sign-in-'));
    expect(signIns).toHaveLength(5);
    expect((await visitor.signIn(person)).status).toBe(303);
    expect((await visitor.get('/console')).status).toBe(200);
  });

  it('is no page and no cookie after the sign-out, here and at the provider', async () => {
    await visitor.signIn(person);
    const answer = await visitor.post('/console/sign-out', { token: await visitor.formToken() });
    expect(answer.headers.get('clear-site-data')).toBe('"cache"');
    expect([...visitor.cookies.keys()]).toEqual([]);
    // The session at the provider is still known, so that it can be ended.
    expect((await visitor.provider.open(answer.location)).text).toContain('Sign out');
    const form = visitor.provider.formTo('/session/end/confirm');
    const confirmed = await fetch(new URL(form.action, app.identity.issuer), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        cookie: [...visitor.provider.cookies].map(([name, { value }]) => `${name}=${value}`).join('; '),
      },
      body: new URLSearchParams({ ...form.fields, logout: 'yes' }),
    });
    expect(confirmed.headers.get('location')).toBe(`${app.url}/console/signed-out`);
    expect(confirmed.headers.get('clear-site-data')).toBe('"cache"');
    expect(confirmed.headers.getSetCookie().join()).toMatch(/(?:^|,)session=;/);
  });

  it('is no answer to a path that does not exist', async () => {
    const { status, headers } = await visitor.get('/console/nothing');
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});

// docs/operations.md, "A lost keyring"
describe('a session of the console that a lost keyring has encrypted', () => {
  it('counts as none, and the person signs in again', async () => {
    await visitor.signIn(person);
    // Bytes 1 to 4 are the version of the key.
    await app.identity.stores.sql(
      `UPDATE console_sessions SET tokens = set_byte(tokens, 4, 9), details = set_byte(details, 4, 9)
       WHERE subject = $1`,
      [person.userId],
    );
    const { status, location } = await visitor.get('/console');
    expect([status, location]).toEqual([303, `${app.url}/console/sign-in?return_to=%2Fconsole`]);
    expect((await visitor.signIn(person)).status).toBe(303);
    const { html } = await visitor.get('/console/sessions');
    expect(html.match(/Last used/g)).toHaveLength(1);
    const token = await visitor.formToken('/console/sessions');
    expect((await visitor.post('/console/sessions/end-others', { token })).status).toBe(303);
    expect(await sessionsOf(app, person)).toHaveLength(1);
  });
});
