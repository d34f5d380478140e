import { fullWidth, given, until } from '@governance/testing';
import { decodeJwt } from 'jose';
import { type AdapterPayload } from 'oidc-provider';
import * as openid from 'openid-client';
import { beginSession, changePayload } from './support/change-payload';
import { allScopes, TestApplication } from './support/applications';
import { claimsNamespace, type IdentityServer } from './support/identity-server';
import { addPerson, freshCode, signIn } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { givenApp } from './support/shared-app';
import { sharedProvider } from './support/shared-provider';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

describe('signing in a device', () => {
  const { identity } = givenApp();
  const application = given(() => TestApplication.open(identity));
  let browser: PersonBrowser;

  beforeEach(async () => {
    browser = new PersonBrowser(identity.issuer);
    await identity.stores.sql('TRUNCATE identity.guesses');
  });

  const start = (parameters: Record<string, string> = {}): Promise<openid.DeviceAuthorizationResponse> =>
    openid.initiateDeviceAuthorization(application.config, { scope: allScopes, ...parameters });

  /** Simulates the time since the last poll of a device. */
  const waited = (seconds: number): Promise<unknown> =>
    identity.stores.sql(
      'UPDATE identity.device_polls SET polled_at = polled_at - make_interval(secs => $1)',
      [seconds],
    );

  const poll = async ({ device_code: code }: { device_code: string }): Promise<[number, unknown]> => {
    const form = { grant_type: deviceGrant, client_id: 'governance-cli', device_code: code };
    const { status, body } = await identity.token(form);
    return [status, status === 200 ? body : body.error];
  };

  async function confirm(device: openid.DeviceAuthorizationResponse): Promise<void> {
    await browser.open(device.verification_uri);
    await browser.submit('/device', { user_code: device.user_code });
    await browser.submit('/device', { confirm: 'yes' });
  }

  it('takes a code in the full-width letters of an input method', async () => {
    const device = await start();
    await browser.open(device.verification_uri);
    const page = await browser.submit('/device', { user_code: fullWidth(device.user_code) });
    expect(page.heading).toBe('Is this your code?');
  });

  it('gives it tokens after the user has compared the code and signed in elsewhere § 5.2.3a rfc8628-3.2a rfc8628-3.3a rfc8628-3.5a', async () => {
    const person = await addPerson(identity, { app: true, mfaMaxAge: 300 });
    const device = await start();
    expect(device).toMatchObject({ expires_in: 600, verification_uri: `${identity.issuer}/device` });
    expect(device.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(await poll(device)).toEqual([400, 'authorization_pending']);
    await browser.open(device.verification_uri);
    const asked = await browser.submit('/device', {
      user_code: device.user_code.toLowerCase().replace('-', ' '),
    });
    expect(asked.heading).toBe('Is this your code?');
    expect(asked.text).toContain(device.user_code);
    expect(asked.text).toContain('Governance command line');
    expect(asked.text).toContain('Requested from 127.0.0.1');
    expect(asked.text).toContain('Did another person send you this code');
    await waited(5);
    expect(await poll(device)).toEqual([400, 'authorization_pending']);
    await browser.submit('/device', { confirm: 'yes' });
    const done = await signIn(browser, person);
    expect(done.heading).toBe('The device is connected');
    const tokens = await openid.pollDeviceAuthorizationGrant(application.config, { ...device, interval: 0 });
    const claims = decodeJwt(tokens.access_token);
    expect(claims).toMatchObject({ sub: person.userId, org_id: 'org_acme', client_id: 'governance-cli' });
    expect(claims[`${claimsNamespace}mfa_at`]).toBe(claims.auth_time);
    const refreshed = await application.refresh(tokens.refresh_token);
    expect(decodeJwt(refreshed.access_token)[`${claimsNamespace}mfa_at`]).toBe(claims.auth_time);
    expect(await poll(device)).toEqual([400, 'invalid_grant']);
    await expect(application.refresh(refreshed.refresh_token)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('shows the code from a link, and waits for the user § rfc8628-3.3.1a', async () => {
    const device = await start();
    const page = await browser.open(device.verification_uri_complete ?? '');
    expect(page.heading).toBe('Is this your code?');
    for (const shown of [device.user_code, 'Governance command line', 'Requested from 127.0.0.1'])
      expect(page.text).toContain(shown);
    expect(await poll(device)).toEqual([400, 'authorization_pending']);
    const person = await addPerson(identity);
    await application.enter(await beginSession(identity, person, browser));
    await browser.open(device.verification_uri_complete ?? '');
    expect((await browser.submit('/device', { confirm: 'yes' })).heading).toBe('The device is connected');
    const used = await browser.open(device.verification_uri_complete ?? '');
    expect([used.heading, used.html]).toEqual([
      'Enter the code',
      expect.stringContaining(`value="${device.user_code}"`),
    ]);
    const hostile = await browser.open('/device?user_code=%22%3E%3Cscript%3E');
    expect(hostile.html).not.toContain('script>');
  });

  it('needs no second sign-in in a session, but the second factor if requested', async () => {
    const person = await addPerson(identity, { app: true });
    await application.enter(await beginSession(identity, person, browser));
    await confirm(await start({ scope: 'openid api:full:read' }));
    expect(browser.page?.heading).toBe('The device is connected');
    const stepUp = { acr_values: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor' };
    await confirm(await start(stepUp));
    expect(browser.page?.heading).toBe('Enter your code');
    expect((await browser.submit('/code', { code: await freshCode(person) })).heading).toBe(
      'The device is connected',
    );
    await confirm(await start({ max_age: '0' }));
    expect(browser.page?.heading).toBe('Sign in');
  });

  it('needs the second factor of a person who has one for access that outlives the session', async () => {
    const person = await addPerson(identity, { app: true });
    await application.enter(await beginSession(identity, person, browser));
    const device = await start();
    await confirm(device);
    expect(browser.page?.heading).toBe('Enter your code');
    expect(await poll(device)).toEqual([400, 'authorization_pending']);
    await browser.submit('/code', { code: await freshCode(person) });
    expect(browser.page?.heading).toBe('The device is connected');
    expect(await poll(device)).toEqual([
      200,
      expect.objectContaining({ refresh_token: expect.any(String) as string }),
    ]);

    const without = new PersonBrowser(identity.issuer);
    const other = await addPerson(identity);
    await application.enter(await beginSession(identity, other, without));
    browser = without;
    await confirm(await start());
    expect(browser.page?.heading).toBe('The device is connected');
  });

  it('shows the address of the device, as reported by trusted proxies only', async () => {
    const ask = async (app: IdentityServer, said = '203.0.113.7'): Promise<string> => {
      const forged = { 'x-forwarded-for': said };
      const form = new URLSearchParams({ client_id: 'governance-cli', scope: 'openid' });
      const { body } = await app.call('/device/auth', { method: 'POST', body: form, headers: forged });
      const other = new PersonBrowser(app.issuer);
      await other.open('/device');
      return (await other.submit('/device', { user_code: String(body.user_code) })).text;
    };
    expect(await ask(await sharedProvider())).toContain('Requested from 127.0.0.1');
    for (const [said, shown] of [
      ['203.0.113.7', '203.0.113.7'],
      // An IPv4 address as a dual-stack socket reports it.
      ['::ffff:203.0.113.8', '203.0.113.8'],
      ['::FFFF:cb00:7109', '203.0.113.9'],
      ['2001:DB8::1%eth0', '2001:db8::1'],
      ['203.0.113.10:51234', '203.0.113.10'],
      ['[2001:db8::2]:51234', '2001:db8::2'],
    ] as const) {
      expect(await ask(identity, said)).toContain(`Requested from ${shown} `);
    }
    expect(await ask(identity, 'no address at all')).not.toContain('Requested from');
  });

  it('answers slow_down to a poll that comes too soon, and adds five seconds to the interval each time § rfc8628-3.5b', async () => {
    const [device, other] = [await start(), await start()];
    const asks = async (after: number): Promise<unknown> => {
      await waited(after);
      const [status, error] = await poll(device);
      return status === 400 ? error : status;
    };
    expect(await asks(0)).toBe('authorization_pending');
    expect(await asks(5)).toBe('authorization_pending');
    expect(await asks(0)).toBe('slow_down');
    // The interval is now ten seconds in every process.
    expect(await asks(8)).toBe('slow_down');
    expect(await asks(15)).toBe('authorization_pending');
    expect(await asks(13)).toBe('slow_down');
    expect(await asks(20)).toBe('authorization_pending');
    expect(await poll(other)).toEqual([400, 'authorization_pending']);
    const both = await Promise.all([poll(other), poll(other)]);
    expect(both).toEqual([
      [400, 'slow_down'],
      [400, 'slow_down'],
    ]);
    await confirm(device);
    await signIn(browser, await addPerson(identity));
    expect(await asks(0)).toBe(200);
  });

  it('is refused when the person refuses the code § rfc8628-3.3a rfc8628-3.5a', async () => {
    const device = await start();
    await browser.open(device.verification_uri);
    await browser.submit('/device', { user_code: device.user_code });
    const page = await browser.submit('/device', { abort: 'yes' });
    expect(page.heading).toBe('The device was not connected');
    expect(await poll(device)).toEqual([400, 'access_denied']);
  });

  it('is refused when the person does not sign in', async () => {
    const device = await start();
    await confirm(device);
    expect((await browser.submit('/cancel')).heading).toBe('The device was not connected');
    expect(await poll(device)).toEqual([400, 'access_denied']);
  });

  it('is refused when the code has expired, in the browser and on the device § rfc8628-3.5a', async () => {
    const device = await start();
    const change = (payload: AdapterPayload): AdapterPayload => ({
      ...payload,
      exp: Number(payload.exp) - 601,
    });
    await changePayload(identity, { kind: 'DeviceCode', id: device.device_code, change });
    await browser.open(device.verification_uri);
    const page = await browser.submit('/device', { user_code: device.user_code });
    expect([page.status, page.heading]).toEqual([422, 'Enter the code']);
    expect(page.text).toContain('This code has expired. Start the sign-in again in the program');
    expect(await poll(device)).toEqual([400, 'expired_token']);
  });

  it('is refused for a code that was used', async () => {
    const person = await addPerson(identity);
    const device = await start();
    await confirm(device);
    await signIn(browser, person);
    await browser.open(device.verification_uri);
    const page = await browser.submit('/device', { user_code: device.user_code });
    expect(page.text).toContain('This code was used before');
  });

  it('is refused without the token of the form', async () => {
    const person = await addPerson(identity);
    await application.enter(await beginSession(identity, person, browser));
    const device = await start();
    await browser.open(device.verification_uri);
    const fields = { xsrf: 'other', user_code: device.user_code, confirm: 'yes' };
    expect((await browser.submit('/device', fields)).heading).toBe('This sign-in has ended');
    expect(await poll(device)).toEqual([400, 'authorization_pending']);
  });

  it('is refused to a client that tries many codes', async () => {
    await browser.open('/device');
    await browser.submit('/device', { user_code: 'BBBB-BBBB' });
    await identity.stores.sql('UPDATE identity.guesses SET spent = 19');
    // A code of an earlier test is forgiven after its response, perhaps only now.
    const page = await until(async () => {
      await browser.open('/device');
      const answer = await browser.submit('/device', { user_code: 'CCCC-CCCC' });
      return answer.status === 429 && answer;
    });
    expect(page.heading).toBe('Too many attempts');
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await browser.open('/device?user_code=FFFF-FFFF')).heading).toBe('Too many attempts');
    expect((await browser.open('/device')).heading).toBe('Enter the code');
  });

  it('counts the wrong codes of links, and not the right ones', async () => {
    const device = await start();
    await browser.open('/device?user_code=BBBB-BBBB');
    await identity.stores.sql('UPDATE identity.guesses SET spent = 19');
    expect((await browser.open(device.verification_uri_complete ?? '')).heading).toBe('Is this your code?');
    // It is forgiven after the response. What is spent shrinks with time.
    await until(async () => {
      const [row] = await identity.stores.sql('SELECT spent FROM identity.guesses');
      return Number(row?.spent) < 19.5;
    });
    await browser.open('/device?user_code=CCCC-CCCC');
    const refused = await browser.open(device.verification_uri_complete ?? '');
    expect([refused.status, refused.heading]).toEqual([429, 'Too many attempts']);
  });

  it('is available only to the command line § rfc8628-3.1a V10.4.4', async () => {
    const form = { client_id: 'console', scope: 'openid' };
    const { status } = await identity.call('/device/auth', {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    expect(status).toBe(400);
  });
});
