import { fullWidth, opened } from '@governance/testing';
import { decodeJwt } from 'jose';
import { randomBytes } from 'node:crypto';
import { toBase32 } from '../src/second-factor/base32';
import { type TestApplication } from './support/applications';
import { connectionPath, EnterpriseHarness, personaOf } from './support/enterprise';
import { type IdentityApp } from './support/identity-app';
import { invite } from './support/invitations';
import { addPerson, password } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { passUpstream, type TestUpstream } from './support/upstream';

const joined = 'You have joined Acme MSP';

describe('the enterprise connection of an organization', () => {
  const acme = opened(() => EnterpriseHarness.open());
  let identity: IdentityApp;
  let application: TestApplication;
  let upstream: TestUpstream;

  beforeAll(() => {
    ({ identity, application, upstream } = acme);
  });
  beforeEach(() => acme.reset());

  const linked = (): Promise<unknown> => identity.stores.sql('SELECT * FROM identity.linked_identities');

  it('makes an invitee a member, who can sign in from then on', async () => {
    const email = await acme.join();
    const tokens = await acme.signIn();
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      org_id: 'org_acme',
      permissions: ['self:profile:read', 'self:profile:write', 'self:organization:read'],
      'https://governance.example/claims/email': email,
      'https://governance.example/claims/email_verified': true,
      'https://governance.example/claims/name': 'Upstream person',
    });
    const refreshed = await application.refresh(tokens.refresh_token);
    expect(decodeJwt(refreshed.access_token)).toMatchObject({ org_id: 'org_acme' });
  });

  it('asks a provider that keeps it out of the ID token for the address', async () => {
    const other = await acme.connectOther(false);
    const invitation = await invite(identity, { connectionId: 'con_acme_sso' });
    const browser = await acme.accept(invitation.link);
    other.persona = personaOf(invitation.email);
    expect((await acme.goThrough(browser, other)).heading).toBe(joined);
    await other.close();
  });

  it('sends people there with PKCE, a state and a nonce, to come back to the address of the connection § V10.2.1', async () => {
    const invitation = await invite(identity, { connectionId: 'con_acme_sso' });
    const { url } = await (
      await acme.accept(invitation.link)
    ).submit('/connection', { connection: 'con_acme_sso' });
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'governance',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${identity.issuer}/connections/con_acme_sso/callback`,
      code_challenge: expect.any(String) as string,
      code_challenge_method: 'S256',
      state: expect.any(String) as string,
      nonce: expect.any(String) as string,
      login_hint: invitation.email,
    });
  });

  it('lets an invitee choose when the invitation is not pinned § 2.10g', async () => {
    const other = '/organizations/org_acme/connections/con_acme_passwords';
    await identity.manage('PUT', other, { name: 'Passwords', type: 'database' });
    const [first, second] = [await invite(identity), await invite(identity)];
    const byPassword = await acme.accept(first.link);
    expect(byPassword.page?.heading).toBe('Choose how to sign in');
    for (const name of ['Passwords', 'Acme single sign-on']) expect(byPassword.page?.text).toContain(name);
    expect((await byPassword.submit('/connection', { connection: 'con_none' })).status).toBe(422);
    await byPassword.submit('/connection', { connection: 'con_acme_passwords' });
    const account = { name: 'New person', password, repeated: password };
    expect((await byPassword.submit('/new-password', account)).heading).toBe(joined);
    const byProvider = await acme.accept(second.link);
    upstream.persona = personaOf(second.email);
    expect((await acme.goThrough(byProvider)).heading).toBe(joined);
    await identity.manage('DELETE', other);
  });

  it('is the only sign-in method for an invitation that is pinned to it § 1.4e 2.10f', async () => {
    const other = '/organizations/org_acme/connections/con_acme_passwords';
    await identity.manage('PUT', other, { name: 'Passwords', type: 'database' });
    const { link } = await invite(identity, { connectionId: 'con_acme_sso' });
    const browser = await acme.accept(link);
    expect(browser.page?.text).not.toContain('Passwords');
    expect((await browser.submit('/connection', { connection: 'con_acme_passwords' })).status).toBe(422);
    const base = browser.page?.url.pathname.replace('/connection', '') ?? '';
    const { fields } = browser.formTo('/connection');
    await browser.post(`${base}/new-password`, { ...fields, name: 'X', password, repeated: password });
    // One sign-in method is no choice.
    expect(browser.page?.heading).toBe('Sign in with Acme single sign-on');
    await identity.manage('DELETE', other);
  });

  it.each([
    ['another address', { email: 'another-person@example.com' }, 'an address other than the invited one'],
    ['an address that is not verified', { email_verified: false }, 'has not verified your email address'],
    [
      'an address that is verified in words only',
      { email_verified: 'true' },
      'has not verified your email address',
    ],
    ['no address', { email: undefined }, 'has not verified your email address'],
  ])('accepts nothing for %s § V10.5.4', async (_case, changes, words) => {
    const invitation = await invite(identity, { connectionId: 'con_acme_sso' });
    const browser = await acme.accept(invitation.link);
    upstream.persona = personaOf(invitation.email, changes);
    const before = await linked();
    const page = await acme.goThrough(browser);
    expect([page.status, page.heading]).toEqual([422, 'Sign in with Acme single sign-on']);
    expect(page.text).toContain(words);
    expect(await linked()).toEqual(before);
    upstream.persona = personaOf(invitation.email);
    expect((await acme.goThrough(browser)).heading).toBe(joined);
  });

  it('is found by the identifier of its organization, also in the full width of an input method', async () => {
    await acme.join();
    const browser = await acme.begin();
    await browser.open(`${browser.page?.url.pathname ?? ''}?with=organization`);
    await browser.submit('/find-organization', { organization: fullWidth(' org_acme') });
    expect((await acme.goThrough(browser)).url.searchParams.get('code')).toMatch(/^.{40,}$/);
  });

  it('does not recognize a user by the address that the provider asserts § V10.5.2', async () => {
    const member = await addPerson(identity, { places: [['org_globex', 'viewer']] });
    upstream.persona = personaOf(member.email);
    const browser = await acme.begin();
    const page = await acme.goByOrganization(browser);
    expect(page.status).toBe(422);
    expect(page.text).toContain('Your organization account is not linked to an account here');
    const email = await acme.join();
    upstream.persona = personaOf(email, { sub: 'another subject' });
    expect((await acme.goThrough(browser)).text).toContain(
      'Your organization account is not linked to an account here',
    );
  });

  it('gives no access to another organization of the user', async () => {
    const person = await addPerson(identity, { places: [['org_globex', 'account-admin']] });
    await acme.join(person.email);
    for (const organization of ['org_globex', 'org_acme']) {
      const tokens = await acme.signIn({ organization });
      expect(decodeJwt(tokens.access_token)).toMatchObject({ org_id: 'org_acme' });
    }
    const browser = new PersonBrowser(identity.issuer);
    await application.signIn(browser, async () => {
      return acme.goByOrganization(browser);
    });
    const again = await application.signIn(browser, () => browser.submit('/consent'), {
      organization: 'org_globex',
    });
    expect(decodeJwt(again.access_token)).toMatchObject({ org_id: 'org_acme' });
  });

  it('is required of a user whose password is not accepted, and leads to the account that it asserts', async () => {
    const email = await acme.join();
    const person = await addPerson(identity, { places: [] });
    await identity.manage('PUT', `/organizations/org_acme/memberships/${person.userId}`, { role: 'viewer' });
    await identity.manage('PUT', `/users/${person.userId}/totp`, { secret: toBase32(randomBytes(20)) });
    const browser = new PersonBrowser(identity.issuer);
    const { url, tokens } = await application.authorization();
    await browser.open(url);
    const page = await browser.submit('/password', { email: person.email, password: person.password });
    expect([page.heading, page.text.includes('Members of Acme MSP sign in')]).toEqual([
      'Choose how to sign in',
      true,
    ]);
    const { url: answer } = await acme.goThrough(browser);
    const claims: Record<string, unknown> = decodeJwt((await tokens(answer)).access_token);
    expect(claims).toMatchObject({
      org_id: 'org_acme',
      'https://governance.example/claims/email': email,
    });
    expect(claims.sub).not.toBe(person.userId);
  });

  it('uses the name that its provider asserts now', async () => {
    await acme.join(undefined, { persona: { sub: 'renamed' } });
    const before = decodeJwt((await acme.signIn()).access_token);
    upstream.persona = personaOf('renamed@example.com', { sub: 'renamed', name: 'Another name' });
    expect(decodeJwt((await acme.signIn()).access_token)).toMatchObject({
      sub: before.sub,
      'https://governance.example/claims/email': before['https://governance.example/claims/email'],
      'https://governance.example/claims/name': 'Another name',
    });
  });

  it('is offered at once if the application names the organization', async () => {
    await acme.join();
    const browser = new PersonBrowser(identity.issuer);
    const { url, tokens } = await application.authorization({ organization: 'org_acme' });
    expect((await browser.open(url)).text).toContain('Acme single sign-on');
    await expect(tokens((await acme.goThrough(browser)).url)).resolves.toBeDefined();
  });

  it('asks for a new sign-in there when the application asks for one here § V7.6.1', async () => {
    await acme.join();
    const browser = new PersonBrowser(identity.issuer);
    const { url, tokens } = await application.authorization({ prompt: 'login', organization: 'org_acme' });
    await browser.open(url);
    const there = await browser.submit('/connection', { connection: 'con_acme_sso' });
    expect([...there.url.searchParams]).toContainEqual(['prompt', 'login']);
    await expect(tokens((await passUpstream(browser, upstream)).url)).resolves.toBeDefined();
  });

  it('no longer signs users in when it is disabled, removed, or has lost its provider', async () => {
    await acme.join();
    for (const changes of [{ enabled: false }, { upstream: undefined }]) {
      const tokens = await acme.signIn();
      const begun = await acme.begin({ organization: 'org_acme' });
      await begun.submit('/connection', { connection: 'con_acme_sso' });
      await acme.connect(changes);
      await expect(application.refresh(tokens.refresh_token)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
      expect((await passUpstream(begun, upstream)).text).toContain('This sign-in method is not available');
      await acme.connect();
    }
    const tokens = await acme.signIn();
    await identity.manage('DELETE', connectionPath);
    await expect(application.refresh(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    await acme.connect();
    const browser = await acme.begin();
    expect((await acme.goByOrganization(browser)).text).toContain(
      'Your organization account is not linked to an account here',
    );
  });

  it('no longer knows its accounts after a change of issuer', async () => {
    const email = await acme.join();
    const other = await acme.connectOther();
    other.persona = personaOf(email);
    const browser = await acme.begin();
    expect((await acme.goByOrganization(browser, other)).text).toContain(
      'Your organization account is not linked to an account here',
    );
    await other.close();
  });
});
