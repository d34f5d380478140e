import { given } from '@governance/testing';
import * as openid from 'openid-client';
import { decodeJwt } from 'jose';
import { beginSession } from './support/change-payload';
import { TestApplication, type Tokens } from './support/applications';
import { claimsNamespace, type IdentityServer } from './support/identity-server';
import { addPerson, type NewPerson, password, signIn, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { sharedProvider } from './support/shared-provider';

const invalidGrant = { error: 'invalid_grant' };

describe('a refresh token', () => {
  const identity = given(sharedProvider);
  const application = given(() => TestApplication.open(identity));
  let person: TestPerson;
  let browser: PersonBrowser;

  async function tokensOf(options: NewPerson = {}, parameters: Record<string, string> = {}): Promise<Tokens> {
    person = await addPerson(identity, options);
    browser = new PersonBrowser(identity.issuer);
    return application.enter(await beginSession(identity, person, browser), parameters);
  }

  const refreshOnce = (token: string | undefined): ReturnType<IdentityServer['token']> =>
    identity.token({ grant_type: 'refresh_token', client_id: 'governance-cli', refresh_token: token ?? '' });

  it('is replaced each time it is used § 5.2.6e', async () => {
    const first = await tokensOf();
    const second = await application.refresh(first.refresh_token);
    const third = await application.refresh(second.refresh_token);
    const refreshTokens = [first, second, third].map(({ refresh_token: token }) => token);
    expect(new Set(refreshTokens).size).toBe(3);
    const ids = [first, second, third].map(({ access_token: token }) => decodeJwt(token).jti);
    expect(new Set(ids).size).toBe(3);
  });

  it('that was used before ends the whole family, for the thief and for the owner § 5.2.6e V10.4.5', async () => {
    const first = await tokensOf();
    const second = await application.refresh(first.refresh_token);
    await expect(application.refresh(first.refresh_token)).rejects.toMatchObject(invalidGrant);
    await expect(application.refresh(second.refresh_token)).rejects.toMatchObject(invalidGrant);
  });

  it('that two clients use concurrently gives one of them tokens, and ends the family', async () => {
    const { refresh_token: token } = await tokensOf();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refreshOnce(token)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given.length).toBeLessThanOrEqual(1);
    for (const { status, body } of answers) if (status !== 200) expect(body.error).toBe('invalid_grant');
    for (const { body } of given) {
      expect((await refreshOnce(String(body.refresh_token))).status).toBe(400);
    }
  });

  it('is not given for a used code, and the tokens of the code are revoked § core-3.1.3.2b V10.4.2', async () => {
    person = await addPerson(identity);
    browser = new PersonBrowser(identity.issuer);
    const { url, tokens } = await application.authorization();
    await browser.open(url);
    const answer = (await signIn(browser, person)).url;
    const { refresh_token: token } = await tokens(answer);
    await expect(tokens(answer)).rejects.toMatchObject(invalidGrant);
    await expect(application.refresh(token)).rejects.toMatchObject(invalidGrant);
  });

  it('keeps the time of the second factor, even if it is used late', async () => {
    const first = await tokensOf({ app: true, mfaMaxAge: 300 });
    const claim = `${claimsNamespace}mfa_at`;
    const { [claim]: shownAt, auth_time: authTime } = decodeJwt(first.access_token);
    await identity.stores.sql(`UPDATE identity.payloads SET expires_at = expires_at WHERE account_id = $1`, [
      person.userId,
    ]);
    // Times have a resolution of one second.
    const later = Math.floor(Date.now() / 1000) + 1;
    let refreshed = await application.refresh(first.refresh_token);
    while (Number(decodeJwt(refreshed.access_token).iat) < later) {
      refreshed = await application.refresh(refreshed.refresh_token);
    }
    expect(decodeJwt(refreshed.access_token)).toMatchObject({ [claim]: shownAt, auth_time: authTime });
    expect(Number(decodeJwt(refreshed.access_token).iat)).toBeGreaterThan(Number(shownAt));
  });

  it('is not refreshed by another step-up of the same user', async () => {
    const first = await tokensOf({ app: true, mfaMaxAge: 300 });
    const claim = `${claimsNamespace}mfa_at`;
    const shownAt = decodeJwt(first.access_token)[claim];
    await identity.stores.sql('UPDATE identity.authenticators SET last_step = 0 WHERE user_id = $1', [
      person.userId,
    ]);
    const again = new PersonBrowser(identity.issuer);
    const second = await application.signIn(again, () => signIn(again, person), { prompt: 'login consent' });
    expect(Number(decodeJwt(second.access_token)[claim])).toBeGreaterThanOrEqual(Number(shownAt));
    const refreshed = await application.refresh(first.refresh_token);
    expect(decodeJwt(refreshed.access_token)[claim]).toBe(shownAt);
  });

  it('gives the current role and policy', async () => {
    const first = await tokensOf({ places: [['org_moving', 'account-admin']] });
    expect(decodeJwt(first.access_token).permissions).toContain('m2m:credentials:write');
    await addPerson(identity, { places: [['org_moving', 'account-admin']] });
    await identity.manage('PUT', `/organizations/org_moving/memberships/${person.userId}`, {
      role: 'viewer',
    });
    await identity.manage('PATCH', '/organizations/org_moving', { mfaMaxAge: 900 });
    const refreshed = decodeJwt((await application.refresh(first.refresh_token)).access_token);
    expect(refreshed.permissions).not.toContain('m2m:credentials:write');
    expect(refreshed).toMatchObject({
      [`${claimsNamespace}roles`]: ['viewer'],
      [`${claimsNamespace}mfa_max_age`]: 900,
    });
  });

  it('is no longer valid when the user has left the organization, even after a return § V7.4.2', async () => {
    const { refresh_token: token } = await tokensOf({ places: [['org_left', 'viewer']] });
    const path = `/organizations/org_left/memberships/${person.userId}`;
    await identity.manage('DELETE', path);
    await expect(application.refresh(token)).rejects.toMatchObject(invalidGrant);
    await identity.manage('PUT', path, { role: 'viewer' });
    await expect(application.refresh(token)).rejects.toMatchObject(invalidGrant);
  });

  it('is no longer valid when the password was changed § V7.4.5', async () => {
    const { refresh_token: token } = await tokensOf();
    await identity.manage('PUT', `/users/${person.userId}/password`, { password });
    const { refresh_token: next } = await application.refresh(token);
    await identity.manage('PUT', `/users/${person.userId}/password`, { password: `another ${password}` });
    await expect(application.refresh(next)).rejects.toMatchObject(invalidGrant);
    expect((await browser.open((await application.authorization()).url)).heading).toBe('Sign in');
  });

  it('is no longer valid when it was revoked, and neither is its family § V7.4.1', async () => {
    const first = await tokensOf();
    const second = await application.refresh(first.refresh_token);
    await openid.tokenRevocation(application.config, second.refresh_token ?? '');
    await expect(application.refresh(second.refresh_token)).rejects.toMatchObject(invalidGrant);
  });

  it('cannot be revoked or used by another client § core-12.1a', async () => {
    const own = { name: 'Partner', redirectUris: ['https://partner.example.org/callback'] };
    await identity.manage('PUT', '/applications/app_thief', own);
    const { refresh_token: token } = await tokensOf();
    const thief = await TestApplication.open(identity, { clientId: 'app_thief' });
    await openid.tokenRevocation(thief.config, token ?? '');
    await expect(thief.refresh(token)).rejects.toMatchObject(invalidGrant);
    await expect(application.refresh(token)).resolves.toBeDefined();
  });

  it('is not stored in clear text', async () => {
    const { refresh_token: token = '' } = await tokensOf();
    const rows = await identity.stores.sql(
      `SELECT encode(id, 'escape') || encode(payload, 'escape') AS text FROM identity.payloads`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(person.userId);
  });
});
