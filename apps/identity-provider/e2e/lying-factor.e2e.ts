import { given, nextRsaKeyPair } from '@governance/testing';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { beginSession } from './support/change-payload';
import { type TestApplication } from './support/applications';
import { connectionPath, EnterpriseHarness } from './support/enterprise';
import { type IdentityApp } from './support/identity-app';
import { claimsNamespace } from './support/identity-server';
import { addPerson } from './support/people';
import { type BrowserPage, PersonBrowser } from './support/person-browser';
import { passUpstream, type TestUpstream } from './support/upstream';

const ourAcr = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';
const acr = 'urn:acme:loa:2';
const secondFactor = { acrValues: [acr], amrValues: ['mfa'] };
const mfaAt = `${claimsNamespace}mfa_at`;
const now = (): number => Math.floor(Date.now() / 1000);

/** Acme's provider shows the second factor of its users, and an attacker controls every ID token that it issues. */
describe('a provider that lies about the second factor', () => {
  const acme = given(() => EnterpriseHarness.open());
  let globex: EnterpriseHarness;
  let identity: IdentityApp;
  let application: TestApplication;
  let upstream: TestUpstream;

  beforeAll(async () => {
    globex = await acme.openGlobex();
    ({ identity, application, upstream } = acme);
  });
  beforeEach(async () => {
    await acme.reset({ mfaMaxAge: 300 });
    await globex.reset({ mfaMaxAge: 300 });
    await acme.connect({ upstream: { ...upstream.settings, secondFactor } });
    upstream.signIn = { acr };
  });
  afterAll(async () => {
    await globex.upstream.close();
    await acme.close();
  });

  /** A member asks for a step-up, and comes back with the ID token of the lie. */
  async function stepUpWith(lie: TestUpstream['lie']): Promise<BrowserPage> {
    await acme.join();
    const browser = await acme.begin({ acr_values: ourAcr, max_age: '300', organization: 'org_acme' });
    upstream.lie = lie;
    return acme.goThrough(browser);
  }

  it.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['an acr that is a list', (claims) => ({ ...claims, acr: [acr] })],
    ['an acr that is an object', (claims) => ({ ...claims, acr: { [acr]: true } })],
    ['an acr that is not among ours', (claims) => ({ ...claims, acr: `${acr}0` })],
    ['an acr in another case', (claims) => ({ ...claims, acr: acr.toUpperCase() })],
    ['amr that is a text', (claims) => ({ ...claims, acr: undefined, amr: 'mfa' })],
    ['amr inside a list', (claims) => ({ ...claims, acr: undefined, amr: [['mfa']] })],
    ['our acr as a method', (claims) => ({ ...claims, acr: undefined, amr: [acr] })],
    ['the acr of our own tokens', (claims) => ({ ...claims, acr: ourAcr })],
    ['neither', (claims) => ({ ...claims, acr: undefined })],
  ])('shows none with %s', async (_case, lie) => {
    const page = await stepUpWith(lie);
    expect([page.status, page.text.includes('has shown no second factor')]).toEqual([422, true]);
  });

  it.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['no auth_time', (claims) => ({ ...claims, auth_time: undefined })],
    ['an old auth_time', (claims) => ({ ...claims, auth_time: now() - 120 })],
    ['an auth_time in the future', (claims) => ({ ...claims, auth_time: now() + 600 })],
    ['an auth_time in milliseconds', (claims) => ({ ...claims, auth_time: Date.now() })],
    ['an auth_time that is a text', (claims) => ({ ...claims, auth_time: String(now()) })],
    ['an auth_time that is a list', (claims) => ({ ...claims, auth_time: [now()] })],
    ['an auth_time that is null', (claims) => ({ ...claims, auth_time: null })],
    ['a negative auth_time', (claims) => ({ ...claims, auth_time: -1 })],
    ['the nonce of another sign-in', (claims) => ({ ...claims, nonce: 'x'.repeat(43) })],
    ['no nonce', (claims) => ({ ...claims, nonce: undefined })],
    ['another audience', (claims) => ({ ...claims, aud: 'another-client' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://login.globex.example' })],
  ])('is refused with %s', async (_case, lie) => {
    const page = await stepUpWith(lie);
    expect([page.status, page.text.includes('The sign-in at your organization failed')]).toEqual([422, true]);
  });

  it('is refused with an ID token that was used before § V10.5.1', async () => {
    let used: string | undefined;
    await acme.join();
    upstream.lie = (_claims, idToken) => (used = idToken);
    await acme.signIn();
    const page = await stepUpWith(() => used ?? '');
    expect([page.status, page.text.includes('The sign-in at your organization failed')]).toEqual([422, true]);
    expect(used).toBeDefined();
  });

  it('is refused with an ID token that another key has signed § V6.8.2', async () => {
    const { privateKey } = nextRsaKeyPair();
    let forged = '';
    await acme.join();
    const browser = await acme.begin({ acr_values: ourAcr, organization: 'org_acme' });
    const { url } = await browser.submit('/connection', { connection: 'con_acme_sso' });
    const claims = {
      sub: upstream.persona?.sub ?? '',
      nonce: url.searchParams.get('nonce'),
      acr,
      auth_time: now(),
    };
    forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'upstream' })
      .setIssuer(upstream.issuer)
      .setAudience('governance')
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey);
    upstream.lie = () => forged;
    expect((await passUpstream(browser, upstream)).text).toContain('The sign-in at your organization failed');
  });

  it('cannot make a second factor younger than the moment of the sign-in', async () => {
    await acme.join();
    upstream.lie = (claims) => ({ ...claims, auth_time: now() + 50 });
    const claims = decodeJwt((await acme.signIn()).access_token);
    expect(claims[mfaAt]).toBeLessThanOrEqual(now());
    expect(claims.org_id).toBe('org_acme');
  });

  it('shows none for another organization, in which the same subject has an account', async () => {
    const persona = { sub: 'the same subject' };
    const email = await globex.join(undefined, { persona });
    await acme.join(email, { persona });
    expect(decodeJwt((await acme.signIn()).access_token)).toHaveProperty([mfaAt]);
    globex.upstream.signIn = { acr, amr: ['mfa'] };
    const browser = await acme.begin({ organization: 'org_globex' });
    expect((await globex.goThrough(browser)).text).toContain('to set up a second factor');
    expect((await globex.goThrough(browser)).heading).toBe('Set up a second factor');
    // Nor does the session of one account suffice for the other in the same browser.
    const shared = new PersonBrowser(identity.issuer);
    const own = decodeJwt((await acme.signIn({ organization: 'org_acme' }, shared)).access_token);
    const again = await application.signIn(shared, () => shared.submit('/consent'), {
      organization: 'org_globex',
    });
    expect(decodeJwt(again.access_token)).toMatchObject({ sub: own.sub, org_id: 'org_acme' });
  });

  it('shows none for the session of a victim that steps up in the same browser', async () => {
    const places = [['org_initech', 'account-admin']] as const;
    const victim = await addPerson(identity, { app: true, mfaMaxAge: 300, places });
    await acme.join(victim.email);
    const browser = new PersonBrowser(identity.issuer);
    await application.enter(await beginSession(identity, victim, browser));
    // The page of a step-up asks for the app, and a form of another page does nothing there.
    await browser.open((await application.authorization({ acr_values: ourAcr, prompt: '' })).url);
    expect(browser.page?.heading).toBe('Enter your code');
    const { fields, action } = browser.formTo('/code');
    const connection = action.replace(/\/code$/, '/connection');
    const page = await browser.post(connection, { ...fields, connection: 'con_acme_sso' });
    expect(page.heading).toBe('Enter your code');
    // A sign-in with the connection is one of another account, in its own organization.
    const foreign = await acme.signIn({ prompt: 'login consent', acr_values: ourAcr }, browser);
    const claims = decodeJwt(foreign.access_token);
    expect(claims).toMatchObject({ org_id: 'org_acme' });
    expect(claims.sub).not.toBe(victim.userId);
  });

  it('does not count for a connection of another organization with the same issuer', async () => {
    const { status } = await identity.manage('PATCH', connectionPath.replaceAll('acme', 'globex'), {
      secondFactor: null,
    });
    expect(status).toBe(200);
    await globex.join();
    globex.upstream.signIn = { acr, amr: ['mfa'] };
    const browser = await acme.begin({ organization: 'org_globex', acr_values: ourAcr });
    expect((await globex.goThrough(browser)).heading).toBe('Set up a second factor');
  });
});
