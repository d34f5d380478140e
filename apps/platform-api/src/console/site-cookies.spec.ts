import { siteCookieOf } from '@governance/config';
import { type Response } from 'express';
import { type ConsoleSettings } from './console-settings';
import { SiteCookies } from './site-cookies';

function cookiesFor(domain: string | undefined, publicUrl: string, platformUrl: string): SiteCookies {
  const siteCookie = siteCookieOf({
    SITE_COOKIE_DOMAIN: domain,
    PUBLIC_BASE_URL: publicUrl,
    PLATFORM_BASE_URL: platformUrl,
  });
  return new SiteCookies({ siteCookie } as ConsoleSettings);
}

function response(): { readonly res: Response; readonly cookie: jest.Mock; readonly clearCookie: jest.Mock } {
  const fake = { cookie: jest.fn(), clearCookie: jest.fn() };
  return { res: fake as Partial<Response> as Response, ...fake };
}

describe('SiteCookies', () => {
  it('sets the secret for the domain, out of reach of scripts, and a hint without it', () => {
    const cookies = cookiesFor('example.org', 'https://assess.example.org', 'https://api.example.org');
    const { res, cookie, clearCookie } = response();
    const options = { sameSite: 'lax', secure: true, path: '/', domain: 'example.org' };
    cookies.set(res, 'secret');
    cookies.clear(res);
    expect(cookies.isWanted).toBe(true);
    expect(cookie.mock.calls).toEqual([
      ['__Secure-site-session', 'secret', { ...options, httpOnly: true }],
      ['__Secure-site-signed-in', '1', { ...options, httpOnly: false }],
    ]);
    expect(clearCookie.mock.calls).toEqual([
      ['__Secure-site-session', { ...options, httpOnly: true }],
      ['__Secure-site-signed-in', { ...options, httpOnly: false }],
    ]);
  });

  it('sets them for this host alone if both surfaces have it', () => {
    const { res, cookie } = response();
    cookiesFor('localhost', 'http://localhost:3000', 'http://localhost:3001').set(res, 'secret');
    const options = { sameSite: 'lax', secure: false, path: '/' };
    expect(cookie.mock.calls).toEqual([
      ['site-session', 'secret', { ...options, httpOnly: true }],
      ['site-signed-in', '1', { ...options, httpOnly: false }],
    ]);
  });

  it('sets none without a domain', () => {
    const cookies = cookiesFor(undefined, 'https://assess.example.org', 'https://api.example.org');
    const { res, cookie, clearCookie } = response();
    cookies.set(res, 'secret');
    cookies.clear(res);
    expect([cookies.isWanted, cookie.mock.calls, clearCookie.mock.calls]).toEqual([false, [], []]);
  });
});
