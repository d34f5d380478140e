import { given } from '@governance/testing';
import { decodeJwt } from 'jose';
import { beginSession } from './support/change-payload';
import { TestApplication } from './support/applications';
import { invite, type TestInvitation } from './support/invitations';
import { addPerson, freshCode, password, signIn, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { givenApp } from './support/shared-app';

const account = { name: 'New assessor', password, repeated: password };

describe('accepting an invitation by password', () => {
  const { identity } = givenApp();
  const application = given(() => TestApplication.open(identity));

  beforeAll(async () => {
    await identity.manage('PUT', '/organizations/org_acme', { name: 'Acme MSP' });
    const connection = { name: 'Email and password', type: 'database' };
    await identity.manage('PUT', '/organizations/org_acme/connections/con_acme', connection);
  });

  async function begin({ link }: TestInvitation): Promise<PersonBrowser> {
    const browser = new PersonBrowser(identity.issuer);
    await browser.open(link);
    await browser.submit(new URL(link).pathname);
    return browser;
  }
  async function membersOf(orgId = 'org_acme'): Promise<unknown[]> {
    const { body } = await identity.manage('GET', `/organizations/${orgId}/memberships`);
    return body.memberships as unknown[];
  }
  async function claimsOf(person: Pick<TestPerson, 'email'>): Promise<Record<string, unknown>> {
    const browser = new PersonBrowser(identity.issuer);
    const known = { userId: '', password, secret: undefined, email: person.email };
    const tokens = await application.signIn(browser, () => signIn(browser, known));
    const claims: Record<string, unknown> = decodeJwt(tokens.access_token);
    return claims;
  }
  const counts = (): Promise<unknown> =>
    identity.stores.sql(`SELECT (SELECT count(*) FROM identity.users) AS users,
      (SELECT count(*) FROM identity.memberships) AS memberships,
      (SELECT count(*) FROM identity.invitations WHERE accepted_at IS NOT NULL) AS accepted`);

  it('shows the invitation, and changes nothing when the link is opened repeatedly § V3.5.3', async () => {
    const invitation = await invite(identity, { role: 'account-admin' });
    const before = await counts();
    for (let time = 0; time < 3; time += 1) {
      const browser = new PersonBrowser(identity.issuer);
      const page = await browser.open(invitation.link);
      expect([page.status, page.heading]).toEqual([200, 'Join Acme MSP']);
      for (const text of ['Administrator', invitation.email, 'UTC']) expect(page.text).toContain(text);
      expect(browser.setCookies).toEqual([]);
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
    expect(await counts()).toEqual(before);
    expect(
      await identity.stores.sql(`SELECT count(*) FROM identity.payloads WHERE kind = 'Interaction'`),
    ).toEqual([{ count: '0' }]);
  });

  it('makes a new user a member with the invited role and a verified address § 2.10c', async () => {
    const invitation = await invite(identity, { role: 'account-admin' });
    const browser = await begin(invitation);
    expect(browser.page?.heading).toBe('Set up your account');
    expect(browser.page?.html).toContain(`value="${invitation.email}"`);
    const page = await browser.submit('/new-password', account);
    expect([page.status, page.heading]).toEqual([200, 'You have joined Acme MSP']);
    for (const words of ['You are signed in on this browser', 'governance login --api-url'])
      expect(page.text).toContain(words);
    const own = await browser.open('/account');
    expect([own.heading, own.text.includes(invitation.email)]).toEqual(['New assessor', true]);
    expect(await claimsOf(invitation)).toMatchObject({
      org_id: 'org_acme',
      permissions: expect.arrayContaining(['org:invitations:write']) as string[],
      'https://governance.example/claims/roles': ['account-admin'],
      'https://governance.example/claims/email': invitation.email,
      'https://governance.example/claims/email_verified': true,
      'https://governance.example/claims/name': 'New assessor',
    });
  });

  it.each([
    ['a short password', { password: 'fourteen chars', repeated: 'fourteen chars' }, '15 to 256'],
    ['a very long password', { password: 'x'.repeat(257), repeated: 'x'.repeat(257) }, '15 to 256'],
    [
      'a common password',
      { password: 'Qwertyuiop-2026-11', repeated: 'Qwertyuiop-2026-11' },
      'must not be a common password',
    ],
    ['one pattern', { password: 'abcd'.repeat(5), repeated: 'abcd'.repeat(5) }, 'one repeated pattern'],
    ['two passwords', { repeated: `${password}!` }, 'do not match'],
    ['no name', { name: ' ' }, 'Your name must have 1 to 100 characters'],
    ['an invisible name', { name: '\u3164' }, 'Your name must have no control, text-direction or other'],
    ['a name that changes direction', { name: 'a\u202eb' }, 'Your name must have no control, text-direction'],
  ])('refuses %s, and keeps the name', async (_case, wrong, problem) => {
    const browser = await begin(await invite(identity));
    const page = await browser.submit('/new-password', { ...account, ...wrong });
    expect([page.status, page.heading]).toEqual([422, 'Set up your account']);
    expect(page.text).toContain(problem);
    expect(page.html).toContain(`value="${'name' in wrong ? wrong.name : account.name}"`);
    expect(page.html).not.toContain(password);
  });

  it('refuses the invited address as a password § V6.2.11', async () => {
    const invitation = await invite(identity);
    const browser = await begin(invitation);
    const own = { password: invitation.email, repeated: invitation.email };
    const page = await browser.submit('/new-password', { ...account, ...own });
    expect([page.status, page.heading]).toEqual([422, 'Set up your account']);
    expect(page.text).toContain('must not be based on the email address of the account');
  });

  it('asks a known user for the password of the invited account, even if the form sends another address', async () => {
    const person = await addPerson(identity, { places: [['org_globex', 'viewer']] });
    const other = await addPerson(identity, { places: [['org_globex', 'viewer']] });
    const invitation = await invite(identity, { email: person.email });
    const browser = await begin(invitation);
    expect(browser.page?.heading).toBe('Sign in');
    const wrong = await browser.submit('/password', {
      email: other.email,
      password: 'a wrong password of mine',
    });
    expect(wrong.status).toBe(422);
    expect(wrong.html).not.toContain(other.email);
    const page = await browser.submit('/password', { email: other.email, password: person.password });
    expect(page.heading).toBe('You have joined Acme MSP');
    expect(await membersOf()).toContainEqual(
      expect.objectContaining({ userId: person.userId, role: 'viewer' }),
    );
    expect(await membersOf()).not.toContainEqual(expect.objectContaining({ userId: other.userId }));
  });

  it('asks a known user who has a second factor for it', async () => {
    const person = await addPerson(identity, { places: [], app: true });
    const browser = await begin(await invite(identity, { email: person.email.toUpperCase() }));
    const code = await browser.submit('/password', { password: person.password });
    expect(code.heading).not.toContain('joined');
    expect(await membersOf()).not.toContainEqual(expect.objectContaining({ userId: person.userId }));
    expect((await browser.submit('/code', { code: '000000' })).status).toBe(422);
    expect((await browser.submit('/code', { code: await freshCode(person) })).heading).toBe(
      'You have joined Acme MSP',
    );
  });

  it('does not accept the session of another user for the invitee, says whose it is, and replaces it', async () => {
    const other = await addPerson(identity, { places: [['org_globex', 'viewer']] });
    const browser = new PersonBrowser(identity.issuer);
    await application.enter(await beginSession(identity, other, browser));
    const former = browser.cookies.get('session')?.value;
    const { link, email } = await invite(identity);
    expect((await browser.open(link)).text).toContain(`This browser is signed in as ${other.email}`);
    expect((await browser.submit(new URL(link).pathname)).heading).toBe('Set up your account');
    await browser.submit('/new-password', account);
    expect((await browser.open('/account')).text).toContain(email);
    const copy = new PersonBrowser(identity.issuer);
    copy.cookies.set('session', { value: former ?? '', path: '/' });
    expect((await copy.open('/account')).heading).toBe('Sign in');
  });

  it('counts once for many concurrent acceptances § V2.3.4 V6.4.1', async () => {
    const invitation = await invite(identity);
    const browsers = await Promise.all(Array.from({ length: 5 }, () => begin(invitation)));
    const pages = await Promise.all(browsers.map((browser) => browser.submit('/new-password', account)));
    expect(pages.filter(({ heading }) => heading === 'You have joined Acme MSP')).toHaveLength(1);
    expect(pages.filter(({ status }) => [409, 410].includes(status))).toHaveLength(4);
    const { body } = await identity.manage('GET', `/users?email=${invitation.email}`);
    expect(body.users).toHaveLength(1);
  });

  it('shows that it was accepted to the same browser, and to no other', async () => {
    const invitation = await invite(identity);
    const browser = await begin(invitation);
    const { url } = await browser.submit('/new-password', account);
    expect((await browser.open(url)).heading).toBe('You have joined Acme MSP');
    expect((await new PersonBrowser(identity.issuer).open(url)).heading).toBe('This sign-in has ended');
  });

  describe('is refused on a clear page, and changes nothing,', () => {
    it.each([
      ['a second time', 'accepted_at = now()', 'This invitation has been accepted', 410],
      ['when it was revoked', 'withdrawn_at = now()', 'This invitation was revoked', 410],
      ['when it has expired', `expires_at = now() - interval '1 second'`, 'This invitation has expired', 410],
    ])('%s', async (...[, change, heading, status]) => {
      const invitation = await invite(identity);
      const begun = await begin(invitation);
      await identity.stores.sql(`UPDATE identity.invitations SET ${change} WHERE id = $1`, [invitation.id]);
      const before = await counts();
      const browser = new PersonBrowser(identity.issuer);
      const opened = await browser.open(invitation.link);
      const sent = await browser.post(invitation.link, {});
      const finished = await begun.submit('/new-password', account);
      for (const page of [opened, sent, finished]) {
        expect([page.status, page.heading]).toEqual([status, heading]);
      }
      expect(await counts()).toEqual(before);
    });

    it('by an older link, which names the newer one', async () => {
      const [older, newer] = [await invite(identity, { email: 'twice@example.com' }), 'twice@example.com'];
      await invite(identity, { email: newer });
      const page = await new PersonBrowser(identity.issuer).open(older.link);
      expect([page.status, page.heading]).toEqual([410, 'A newer invitation has replaced this one']);
    });

    it.each(['none', 'A'.repeat(43), '%00', encodeURIComponent("' OR 1=1")])(
      'for the link %s',
      async (token) => {
        const page = await new PersonBrowser(identity.issuer).open(`/invitations/${token}`);
        expect([page.status, page.heading]).toEqual([404, 'Invitation not found']);
      },
    );

    it('from a form that is not ours', async () => {
      const { link } = await invite(identity);
      const browser = new PersonBrowser(identity.issuer);
      for (const fields of [{}, { csrf: 'guessed' }]) {
        expect((await browser.post(link, fields as Record<string, string>)).status).toBe(403);
      }
      expect(browser.setCookies).toEqual([]);
    });

    it('by an unauthenticated browser, with every form', async () => {
      const browser = await begin(await invite(identity));
      const { action, fields } = browser.formTo('/new-password');
      const before = await counts();
      for (const form of [
        'cancel',
        'consent',
        'another-person',
        'organization',
        'code',
        'password',
        'enrol',
      ]) {
        const page = await browser.post(action.replace('new-password', form), fields);
        expect([form, page.heading]).toEqual([form, 'Set up your account']);
      }
      expect(await counts()).toEqual(before);
    });

    it('when the connection is disabled during acceptance', async () => {
      const path = '/organizations/org_closing/connections/con_closing';
      await identity.manage('PUT', '/organizations/org_closing', { name: 'Closing' });
      await identity.manage('PUT', path, { name: 'Passwords', type: 'database' });
      const browser = await begin(await invite(identity, { orgId: 'org_closing' }));
      await identity.manage('PUT', path, { name: 'Passwords', type: 'database', enabled: false });
      const page = await browser.submit('/new-password', account);
      expect([page.status, page.heading]).toEqual([409, 'This invitation cannot be accepted now']);
      expect(await membersOf('org_closing')).toEqual([]);
      await identity.manage('PUT', path, { name: 'Passwords', type: 'database' });
      await browser.open(page.url.pathname.replace('/new-password', ''));
      expect((await browser.submit('/new-password', account)).heading).toBe('You have joined Closing');
    });
  });

  it('requires a sign-in to an existing account, and sets up no second one', async () => {
    const invitation = await invite(identity);
    const browser = await begin(invitation);
    await identity.manage('PUT', '/users/user_meanwhile', { email: invitation.email, name: 'Meanwhile' });
    await identity.manage('PUT', '/users/user_meanwhile/password', { password: 'another long password' });
    await browser.submit('/new-password', account);
    expect((await browser.open(browser.page?.url ?? '')).heading).toBe('Sign in');
    expect(await membersOf()).not.toContainEqual(expect.objectContaining({ userId: 'user_meanwhile' }));
  });
});
