import { opened } from '@governance/testing';
import { decodeJwt } from 'jose';
import { randomUUID } from 'node:crypto';
import { AssertedAddresses1795950000000 } from '../src/database/migrations/1795950000000-asserted-addresses';
import { PeopleStores } from '../src/stores/people-stores';
import { connectionPath, EnterpriseHarness, personaOf } from './support/enterprise';
import { type IdentityApp } from './support/identity-app';
import { invite } from './support/invitations';
import { addPerson, password } from './support/people';
import { type TestUpstream } from './support/upstream';

const conflict = { error: 'conflict' };

const claim = (name: string): string => `https://governance.example/claims/${name}`;

const acme = opened(() => EnterpriseHarness.open());
let identity: IdentityApp;
let upstream: TestUpstream;

beforeAll(() => {
  ({ identity, upstream } = acme);
});
beforeEach(() => acme.reset());

describe('the accounts of a connection', () => {
  afterEach(async () => {
    await identity.stores.sql('DELETE FROM identity.memberships');
  });

  const passwords = '/organizations/org_acme/connections/con_acme_passwords';
  const openPasswords = (changes: object = {}): Promise<unknown> =>
    identity.manage('PUT', passwords, { name: 'Passwords', type: 'database', ...changes });
  const idOf = (token: string): string => String(decodeJwt(token).sub);
  async function joined(email?: string, role: 'account-admin' | 'viewer' = 'viewer'): Promise<string> {
    await acme.join(email, { role });
    return idOf((await acme.signIn()).access_token);
  }
  async function waysOf(email: string, connectionId?: string): Promise<unknown> {
    const { body } = await identity.manage('POST', '/organizations/org_acme/member-search', {
      email,
      connectionId,
    });
    return (body.memberships as { connectionId: string | null }[])
      .map((found) => found.connectionId)
      .toSorted();
  }

  it('are found by sign-in method: a person with two methods has a membership for each', async () => {
    await openPasswords();
    const email = await acme.join();
    expect(await waysOf(email.toUpperCase())).toEqual(['con_acme_sso']);
    expect(await waysOf(email, 'con_acme_sso')).toEqual(['con_acme_sso']);
    expect(await waysOf(email, 'con_acme_passwords')).toEqual([]);
    const { link } = await invite(identity, { email, connectionId: 'con_acme_passwords' });
    const browser = await acme.accept(link);
    await browser.submit('/new-password', { name: 'Second way', password, repeated: password });
    expect(await waysOf(email)).toEqual(['con_acme_sso', null]);
    expect(await waysOf(email, 'con_acme_passwords')).toEqual([null]);
    const { body } = await identity.manage('GET', '/organizations/org_acme/memberships');
    expect(body.memberships).toHaveLength(2);
    await identity.manage('DELETE', passwords);
  });

  it('get no password, no other address, and no place in another organization', async () => {
    const userId = await joined();
    const user = { email: 'other@example.com', name: 'Other' };
    const calls: [string, object][] = [
      [`/users/${userId}`, user],
      [`/users/${userId}/password`, { password }],
      [`/organizations/org_globex/memberships/${userId}`, { role: 'account-admin' }],
    ];
    await identity.manage('PUT', '/organizations/org_globex', { name: 'Globex MSP' });
    for (const [path, change] of calls) {
      const { status, body } = await identity.manage('PUT', path, change);
      expect([path, status, body]).toMatchObject([path, 409, conflict]);
    }
    const role = { role: 'account-admin' };
    const own = await identity.manage('PUT', `/organizations/org_acme/memberships/${userId}`, role);
    expect([own.status, own.body]).toMatchObject([200, { connectionId: 'con_acme_sso' }]);
    expect((await identity.manage('GET', `/users/${userId}`)).body).toMatchObject({
      id: userId,
      connectionId: 'con_acme_sso',
      name: 'Upstream person',
    });
  });

  it('are one for a subject that accepts two invitations concurrently', async () => {
    const { acceptances } = identity.get(PeopleStores);
    const subject = { connectionId: 'con_acme_sso', issuer: upstream.issuer, subject: randomUUID() };
    const shown = { userId: undefined, name: 'X', passwordHash: undefined, identity: subject };
    const invitations = await Promise.all([invite(identity), invite(identity), invite(identity)]);
    const accepted = await Promise.all(
      invitations.map(({ id }) => acceptances.accept(id, { ...shown, connectionId: 'con_acme_sso' })),
    );
    const { body } = await identity.manage('GET', '/organizations/org_acme/memberships');
    const [{ userId } = { userId: '' }, ...others] = body.memberships as { userId: string }[];
    expect([accepted, others]).toEqual([[userId, userId, userId], []]);
  });

  it('go with the connection', async () => {
    const userId = await joined();
    expect((await identity.manage('DELETE', connectionPath)).status).toBe(204);
    expect((await identity.manage('GET', `/users/${userId}`)).status).toBe(404);
    const { body } = await identity.manage('GET', '/organizations/org_acme/memberships');
    expect(body.memberships).toEqual([]);
  });

  describe('that are the last admins', () => {
    const changes: [string, object | undefined][] = [
      ['removed', undefined],
      ['disabled', { enabled: false }],
      ['without its provider', { upstream: undefined }],
      ['of another type', { type: 'database', upstream: undefined }],
      ['of another issuer', { upstream: { issuer: 'https://x.example', clientId: 'x', clientSecret: 'x' } }],
    ];
    const change = (to: object | undefined): Promise<{ status: number; body: object }> => {
      const connection = { name: 'Acme single sign-on', type: 'enterprise', upstream: upstream.settings };
      return to === undefined
        ? identity.manage('DELETE', connectionPath)
        : identity.manage('PUT', connectionPath, { ...connection, ...to });
    };

    it.each(changes)('keep the connection from being %s', async (_case, to) => {
      await joined(undefined, 'account-admin');
      await joined();
      const refused = await change(to);
      expect([refused.status, refused.body]).toMatchObject([409, conflict]);
      expect(decodeJwt((await acme.signIn()).access_token)).toMatchObject({ org_id: 'org_acme' });
      await openPasswords();
      await addPerson(identity);
      await acme.reset();
      expect((await change(to)).status).toBeLessThan(300);
      await identity.stores.sql('DELETE FROM identity.memberships');
      await identity.manage('DELETE', passwords);
    });

    it('keep the password from being switched off, also by a first connection', async () => {
      await openPasswords();
      await addPerson(identity);
      await acme.reset();
      for (const [method, body] of [
        ['DELETE', undefined],
        ['PUT', { name: 'Passwords', type: 'database', enabled: false }],
      ] as const) {
        expect((await identity.manage(method, passwords, body)).body).toMatchObject(conflict);
      }
      await addPerson(identity, { places: [['org_first', 'account-admin']] });
      const first = { name: 'Single sign-on', type: 'enterprise', upstream: upstream.settings };
      const path = '/organizations/org_first/connections/con_first';
      expect((await identity.manage('PUT', path, first)).body).toMatchObject(conflict);
      await identity.stores.sql('DELETE FROM identity.memberships');
      await identity.manage('DELETE', passwords);
    });

    it('of two connections cannot be switched off at the same time', async () => {
      await openPasswords();
      await addPerson(identity);
      await acme.reset();
      await joined(undefined, 'account-admin');
      const answers = await Promise.all([change({ enabled: false }), openPasswords({ enabled: false })]);
      expect(answers.map((answer) => (answer as { status: number }).status).toSorted()).toEqual([200, 409]);
      await identity.stores.sql('DELETE FROM identity.memberships');
      await identity.manage('DELETE', passwords);
    });
  });
});

/** The provider of Acme asserts every address as verified. */
describe('an address that the provider of a connection asserts', () => {
  beforeAll(() => identity.manage('PUT', '/organizations/org_globex', { name: 'Globex MSP' }));
  afterEach(() => identity.stores.sql('DELETE FROM identity.domains'));

  const prove = (orgId: string, name: string): Promise<unknown> =>
    identity.stores.sql(
      `INSERT INTO identity.domains (organization_id, name, challenge, challenge_expires_at, proven_at)
       VALUES ($1, $2, 'x', now(), now())`,
      [orgId, name],
    );
  const newAddress = (domain: string): string => `user-${randomUUID()}@${domain}`;
  /** Signs in. Returns what every reader of the account is told. */
  async function told(): Promise<unknown> {
    const { access_token: accessToken } = await acme.signIn();
    const { access_token: openIdToken } = await acme.signIn({ scope: 'openid email' });
    const headers = { authorization: `Bearer ${openIdToken}` };
    const { body: info } = await identity.call('/userinfo', { headers });
    const claims = decodeJwt(accessToken);
    const { body: user } = await identity.manage('GET', `/users/${String(claims.sub)}`);
    expect([user.email, user.emailVerified]).toEqual([info.email, info.email_verified]);
    expect([claims[claim('email')], claims[claim('email_verified')]]).toEqual([
      info.email,
      info.email_verified,
    ]);
    return [info.email, info.email_verified];
  }
  const assertNow = (email: string, joined: string): void => {
    acme.upstream.persona = personaOf(email, { sub: `sub of ${joined}` });
  };

  it('is verified if our link was mailed to it', async () => {
    const email = await acme.join();
    expect(await told()).toEqual([email, true]);
  });

  it('is not taken over later, except from a domain that the organization has proven', async () => {
    await prove('org_acme', 'acme.example');
    const email = await acme.join();
    assertNow('ceo@bigbank.example', email);
    expect(await told()).toEqual([email, true]);
    const own = newAddress('acme.example');
    assertNow(own, email);
    expect(await told()).toEqual([own, true]);
    assertNow('ceo@sub.acme.example', email);
    expect(await told()).toEqual([own, true]);
  });

  it('is verified by a domain only while the organization has proven it', async () => {
    await prove('org_acme', 'acme.example');
    const own = newAddress('acme.example');
    const email = await acme.join();
    assertNow(own, email);
    expect(await told()).toEqual([own, true]);
    await identity.stores.sql('UPDATE identity.domains SET proven_at = NULL');
    expect(await told()).toEqual([own, false]);
    // Another invitation proves it without a domain.
    const { link } = await invite(identity, { email: own, connectionId: 'con_acme_sso' });
    expect((await acme.goThrough(await acme.accept(link))).heading).toBe('You have joined Acme MSP');
    expect(await told()).toEqual([own, true]);
  });

  it('is refused in a domain that another organization has proven, at a sign-in and for an invitation', async () => {
    await prove('org_globex', 'globex.example');
    const email = await acme.join();
    const foreign = newAddress('globex.example');
    assertNow(foreign, email);
    const browser = await acme.begin();
    const page = await acme.goByOrganization(browser);
    expect([page.status, page.text]).toEqual([
      422,
      expect.stringContaining('Another organization has proven'),
    ]);
    const { link } = await invite(identity, { email: foreign, connectionId: 'con_acme_sso' });
    acme.upstream.persona = personaOf(foreign);
    const invited = await acme.goThrough(await acme.accept(link));
    expect(invited.text).toContain('Another organization has proven the domain of your email address');
    assertNow(email, email);
    expect(await told()).toEqual([email, true]);
  });

  it('is no longer verified after the migration, unless its domain is proven', async () => {
    const email = await acme.join();
    const own = newAddress('acme.example');
    for (const statement of new AssertedAddresses1795950000000().changes)
      await identity.stores.sql(statement);
    expect(await told()).toEqual([email, false]);
    await prove('org_acme', 'acme.example');
    assertNow(own, email);
    expect(await told()).toEqual([own, true]);
  });

  it('is taken unverified by an account that a migration has left without one', async () => {
    const email = await acme.join();
    await identity.stores.sql(
      `UPDATE identity.users SET email = NULL, name = NULL, email_verified = false WHERE connection_id IS NOT NULL`,
    );
    assertNow('ceo@bigbank.example', email);
    expect(await told()).toEqual(['ceo@bigbank.example', false]);
    expect((await identity.manage('DELETE', connectionPath)).status).toBe(204);
  });
});
