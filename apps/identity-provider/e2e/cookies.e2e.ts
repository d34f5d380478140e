import { opened } from '@governance/testing';
import { startIdentityApp } from './support/identity-app';
import { addPerson, signIn } from './support/people';
import { PersonBrowser } from './support/person-browser';

const issuer = 'https://login.example.org';
const redirectUri = 'https://console.example.org/callback';

function authorization(): string {
  const query = new URLSearchParams({
    client_id: 'console',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  return `/auth?${query.toString()}`;
}

describe('behind a proxy that speaks TLS', () => {
  const identity = opened(() =>
    startIdentityApp({
      ENVIRONMENT: 'production',
      ISSUER: issuer,
      CONSOLE_REDIRECT_URIS: [redirectUri],
    }),
  );
  let browser: PersonBrowser;

  beforeAll(async () => {
    const { href } = new URL(await identity.app.getUrl());
    browser = new PersonBrowser(issuer, href.replace(/\/$/, ''));
    await browser.open(authorization());
    await signIn(browser, await addPerson(identity));
  });

  it('a person signs in, and is sent back to the application', () => {
    expect(browser.page?.url.origin).toBe('https://console.example.org');
    expect(browser.page?.url.searchParams.get('code')).not.toBeNull();
  });

  it('every cookie is bound to this host, out of reach of scripts, and not sent with forms of others § V3.3.1 V3.3.2 V3.3.4', () => {
    expect(browser.setCookies.length).toBeGreaterThan(4);
    for (const line of browser.setCookies) {
      expect(line).toMatch(
        /^__(?:Host-(?:session|known-browser|sign-in-[\w-]+)|Secure-(?:interaction|resume))=/,
      );
      expect(line).toMatch(/; secure/i);
      expect(line).toMatch(/; httponly/i);
      expect(line).toMatch(/; samesite=lax/i);
      expect(line).not.toMatch(/domain/i);
    }
  });

  it('only the cookies of the session and the known browser remain § V3.3.3', () => {
    const left = [...browser.cookies.keys()].filter((name) => !name.startsWith('__Secure-interaction'));
    expect(left.sort()).toEqual(['__Host-known-browser', '__Host-session']);
  });

  it.each([
    [authorization(), 303],
    ['/account', 303],
    ['/.well-known/openid-configuration', 200],
    ['/management/v1/organizations', 401],
    ['/nothing', 404],
  ])('%s has Strict-Transport-Security, and a policy against embedding § V3.4.1', async (path, status) => {
    const answer = await fetch(`${browser.connectTo}${path}`, {
      redirect: 'manual',
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/);
  });

  it('a browser keeps the cookies of the latest of many begun sign-ins', async () => {
    const other = new PersonBrowser(issuer, browser.connectTo);
    for (let begun = 0; begun < 12; begun += 1) await other.open(authorization());
    const signIns = [...other.cookies.keys()].filter((name) => name.startsWith('__Host-sign-in-'));
    expect(signIns).toHaveLength(5);
    await signIn(other, await addPerson(identity));
    expect(other.page?.url.searchParams.get('code')).not.toBeNull();
  });

  it('pages forbid caching, framing, scripts and foreign content § core-3.1.2.3b V3.4.3 V3.4.5 V3.4.6 V6.2.7 V14.3.1', async () => {
    const other = new PersonBrowser(issuer, browser.connectTo);
    const { headers, html } = await other.open(authorization());
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(html).not.toMatch(/<script|<style| style=| on\w+=|https?:\/\//);
  });
});
