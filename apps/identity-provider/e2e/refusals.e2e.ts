import { createHook } from 'node:async_hooks';
import { given, Times } from '@governance/testing';
import * as openid from 'openid-client';
import { callback, TestApplication } from './support/applications';
import { addPerson, freshCode, signIn, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { givenApp } from './support/shared-app';

/** The time until one guess is refilled, minus the elapsed time. */
const aQuarterOfAnHour: unknown = expect.stringMatching(/^(?:900|8\d\d)$/);

describe('signing in is refused', () => {
  const { identity } = givenApp();
  const application = given(() => TestApplication.open(identity));
  let person: TestPerson;
  let browser: PersonBrowser;

  beforeAll(async () => {
    person = await addPerson(identity);
  });
  beforeEach(async () => {
    browser = new PersonBrowser(identity.issuer);
    await identity.stores.sql('TRUNCATE identity.guesses');
  });

  const open = async (parameters: Record<string, string> = {}): ReturnType<PersonBrowser['open']> =>
    browser.open((await application.authorization(parameters)).url);

  it.each([
    ['another host', 'https://evil.example/callback'],
    ['a path beside it', 'http://127.0.0.1:49152/callback/../evil'],
    ['a longer path', 'http://127.0.0.1:49152/callback2'],
    ['another name of this machine', 'http://localhost:49152/callback'],
    ['a host that begins like it', 'http://127.0.0.1.evil.example/callback'],
    ['a user in front of the host', 'http://127.0.0.1:49152@evil.example/callback'],
    ['another scheme', 'https://127.0.0.1:49152/callback'],
    ['no address', 'callback'],
  ])(
    'for a foreign redirect URI: %s, without a redirect to it § core-3.1.2.2b core-3.1.2.6b V3.7.2 V10.4.1',
    async (_case, redirectUri) => {
      const page = await open({ redirect_uri: redirectUri });
      expect([page.url.origin, page.status]).toEqual([identity.issuer, 400]);
      expect(page.heading).toBe('Unknown return address');
      expect(page.html).not.toContain('evil');
    },
  );

  it.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['with the challenge in the open', { code_challenge_method: 'plain' }],
    ['without the method, which would mean in the open', { code_challenge_method: '' }],
    ['for a token in the address', { response_type: 'token' }],
    ['for an ID token in the address', { response_type: 'code id_token' }],
    ['by a page with a script', { response_mode: 'form_post' }],
    ['for another resource', { resource: 'https://other.example.org' }],
    ['for a scope with strange characters', { scope: 'openid "' }],
    ['with a request object', { request: 'e30.e30.' }],
  ])('to an application that asks %s § 5.2.3b core-3.1.2.2a V10.4.6 V10.6.1', async (_case, parameters) => {
    const { url } = await application.authorization();
    for (const [name, value] of Object.entries(parameters)) {
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    const answer = await browser.open(url);
    const isTold = /[?#&]error=(?:invalid|unsupported|request_not)_/.test(answer.url.href);
    expect(isTold || answer.heading === 'The request was refused').toBe(true);
    expect(answer.html).not.toContain('<script');
    expect(answer.url.href).not.toContain('code=');
  });

  it('by the application when the state was tampered with § core-3.1.2.5a', async () => {
    const { url, tokens } = await application.authorization();
    await browser.open(url);
    const answer = (await signIn(browser, person)).url;
    answer.searchParams.set('state', 'tampered');
    await expect(tokens(answer)).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' });
  });

  it('when the code comes with another verifier, or from another client or address § core-3.1.3.2a V10.4.6', async () => {
    const { url } = await application.authorization();
    await browser.open(url);
    const code = (await signIn(browser, person)).url.searchParams.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      client_id: 'governance-cli',
      code,
      redirect_uri: callback,
    };
    for (const changes of [
      { code_verifier: openid.randomPKCECodeVerifier() },
      {},
      { redirect_uri: 'http://127.0.0.1:49153/callback' },
    ]) {
      const { status, body } = await identity.token({ ...form, ...changes });
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    }
  });

  it('with the same text and after the same time, whether the password is wrong or the account does not exist', async () => {
    const times = { known: new Times(), unknown: new Times() };
    let hashed = 0;
    const hook = createHook({
      init: (_id, type) => {
        if (type === 'ARGON2REQUEST') hashed += 1;
      },
    }).enable();
    const attempt = async (kind: keyof typeof times, email: string): Promise<[number, string]> => {
      await open();
      hashed = 0;
      const password = 'not the password at all';
      const page = await times[kind].measure(() => browser.submit('/password', { email, password }));
      return [page.status, page.text.replace(email, '')];
    };
    const pages = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      for (const [kind, email] of [
        ['known', person.email],
        ['unknown', `user_${person.userId.slice(5).replaceAll(/\d/g, '0')}@example.com`],
      ] as const) {
        const [status, text] = await attempt(kind, email);
        expect(status).toBe(422);
        expect(hashed).toBeGreaterThan(0);
        pages.add(text);
      }
    }
    hook.disable();
    expect(pages.size).toBe(1);
    expect([...pages][0]).toContain('The email address or the password is incorrect');
    // Argon2 takes nearly all of the time: without it the ratio is about ten.
    times.known.expectLike(times.unknown, 3);
  });

  it('for a while after wrong passwords, for known and unknown accounts, and then the right one is accepted again', async () => {
    for (const email of [person.email, 'unknown@example.com']) {
      await identity.stores.sql('TRUNCATE identity.guesses');
      await open();
      for (const spent of [0, 9]) {
        await identity.stores.sql('UPDATE identity.guesses SET spent = $1', [spent]);
        expect((await browser.submit('/password', { email, password: 'wrong' })).status).toBe(422);
      }
      const page = await browser.submit('/password', { email, password: person.password });
      expect([page.status, page.headers.get('retry-after')]).toEqual([429, aQuarterOfAnHour]);
      expect(page.text).toMatch(/Too many attempts. Wait 1[45] minutes and try again./);
    }
    await identity.stores.sql(`UPDATE identity.guesses SET counted_at = counted_at - interval '15 minutes'`);
    await browser.submit('/password', { email: person.email, password: person.password });
    expect(browser.page?.url.searchParams.get('code')).not.toBeNull();
  });

  it('for a while to a client that tries many accounts from one address', async () => {
    await open();
    await browser.submit('/password', { email: 'first@example.com', password: 'wrong' });
    await identity.stores.sql('UPDATE identity.guesses SET spent = 29');
    await browser.submit('/password', { email: 'second@example.com', password: 'wrong' });
    const page = await browser.submit('/password', { email: person.email, password: person.password });
    expect(page.status).toBe(429);
  });

  it('to a pending sign-in when the password is changed', async () => {
    const victim = await addPerson(identity, { app: true });
    await open();
    await browser.submit('/password', { email: victim.email, password: victim.password });
    await identity.manage('PUT', `/users/${victim.userId}/password`, { password: 'another long password' });
    expect((await browser.submit('/code', { code: await freshCode(victim) })).heading).toBe(
      'This sign-in has ended',
    );
  });

  it.each([
    ['without the token of the form', { csrf: '' }],
    ['with another token', { csrf: Buffer.alloc(32).toString('base64url') }],
  ])('%s, even if everything else is right § core-3.1.2.3b', async (_case, fields) => {
    await open();
    const right = { email: person.email, password: person.password };
    const page = await browser.submit('/password', { ...right, ...fields });
    expect([page.status, page.heading]).toEqual([403, 'This form cannot be used']);
    const other = new PersonBrowser(identity.issuer);
    await other.open((await application.authorization()).url);
    const foreign = other.formTo('/password').fields.csrf ?? '';
    await open();
    expect((await browser.submit('/password', { ...right, csrf: foreign })).status).toBe(403);
  });

  it('in the sign-in of another browser, at every step of it § core-3.1.2.3b', async () => {
    await open();
    const form = browser.formTo('/password');
    const victim = new PersonBrowser(identity.issuer);
    expect((await victim.open(form.action)).status).toBe(405);
    const [, base = ''] = /^(.*)\/password$/.exec(form.action) ?? [];
    expect((await victim.open(base)).heading).toBe('This sign-in has ended');
    const fields = { ...form.fields, email: person.email, password: person.password };
    expect((await victim.post(form.action, fields)).heading).toBe('This sign-in has ended');
    const uid = base.split('/').at(-1) ?? '';
    for (const path of [`/auth/${uid}`, `/device/${uid}`]) {
      expect((await victim.open(path)).heading).toBe('This sign-in has ended');
    }
    for (const [name, cookie] of browser.cookies) {
      // An attacker who can set the library's cookies still lacks ours.
      if (!name.includes('sign-in')) victim.cookies.set(name, cookie);
    }
    expect((await victim.open(base)).heading).toBe('This sign-in has ended');
    expect((await victim.open(`/auth/${uid}`)).heading).toBe('This sign-in has ended');
    expect(victim.cookies.has('session')).toBe(false);
  });

  it('at an invalid path', async () => {
    await open();
    const page = await browser.open('/sign-in/tampered');
    expect([page.status, page.heading]).toEqual([400, 'This sign-in has ended']);
  });

  it('before every step is complete, even if the user opens the last page directly § core-3.1.2.3a V2.3.1', async () => {
    const strict = await addPerson(identity, { app: true });
    await open();
    const uid = browser.formTo('/password').action.split('/').at(-2) ?? '';
    const page = await browser.submit('/password', { email: strict.email, password: strict.password });
    expect(page.heading).toBe('Enter your code');
    const early = await browser.open(`/auth/${uid}`);
    expect(early.url.href).not.toContain('code=');
    expect(browser.cookies.has('session')).toBe(false);
  });

  it('at a step other than the current one § V2.3.1', async () => {
    const strict = await addPerson(identity, { app: true });
    await open();
    const { action, fields } = browser.formTo('/password');
    await browser.submit('/password', { email: strict.email, password: strict.password });
    for (const path of ['organization', 'consent', 'enrol', 'recovery-codes', 'password']) {
      const page = await browser.post(action.replace(/password$/, path), {
        ...fields,
        code: '1',
        organization: 'org_acme',
      });
      expect(page.heading).toBe('Enter your code');
    }
  });

  it('with a session that an attacker has planted in the browser § V7.2.1', async () => {
    const attacker = new PersonBrowser(identity.issuer);
    await attacker.open((await application.authorization()).url);
    await signIn(attacker, await addPerson(identity));
    const planted = attacker.cookies.get('session');
    expect(planted).toBeDefined();
    if (planted) browser.cookies.set('session', planted);
    await open({ prompt: 'login' });
    await signIn(browser, person);
    expect(browser.cookies.get('session')?.value).not.toBe(planted?.value);
    const page = await attacker.open((await application.authorization()).url);
    expect(page.text).not.toContain(person.email);
  });

  it('with the session as it was before signing in again: it has a new id § V7.2.4', async () => {
    await open();
    await signIn(browser, person);
    const before = browser.cookies.get('session');
    expect(before).toBeDefined();
    await open({ prompt: 'login' });
    await signIn(browser, person);
    expect(browser.cookies.get('session')?.value).not.toBe(before?.value);
    if (before) browser.cookies.set('session', before);
    expect((await open()).heading).toBe('Sign in');
  });

  it('with a form that is too large to be one', async () => {
    await open();
    const page = await browser.submit('/password', { email: person.email, password: 'x'.repeat(20_000) });
    expect(page.status).toBe(403);
  });
});
