import { decodeJwt } from 'jose';
import { randomUUID } from 'node:crypto';
import { AssertedAddresses1795950000000 } from '../src/database/migrations/1795950000000-asserted-addresses';
import { connectionPath, EnterpriseHarness, personaOf } from './support/enterprise';
import { type IdentityApp } from './support/identity-app';
import { invite } from './support/invitations';

const claim = (name: string): string => `https://governance.example/claims/${name}`;

/** The provider of Acme asserts every address as verified. */
describe('an address that the provider of a connection asserts', () => {
  let acme: EnterpriseHarness;
  let identity: IdentityApp;

  beforeAll(async () => {
    acme = await EnterpriseHarness.open();
    ({ identity } = acme);
    await identity.manage('PUT', '/organizations/org_globex', { name: 'Globex MSP' });
  });
  beforeEach(() => acme.reset());
  afterEach(() => identity.stores.sql('DELETE FROM identity.domains'));
  afterAll(() => acme.close());

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
