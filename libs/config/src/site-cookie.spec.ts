import { readSettings } from './read-settings';
import { refuseSiteCookieDomain, siteCookieOf, siteCookieSettings } from './site-cookie';

function given(
  domain: string | undefined,
  publicUrl = 'https://assess.example.org',
  platformUrl = 'https://api.example.org',
): Parameters<typeof siteCookieOf>[0] {
  return { SITE_COOKIE_DOMAIN: domain, PUBLIC_BASE_URL: publicUrl, PLATFORM_BASE_URL: platformUrl };
}

const outside =
  'SITE_COOKIE_DOMAIN must be the host of PUBLIC_BASE_URL and PLATFORM_BASE_URL, or a domain above both';
const suffix = 'SITE_COOKIE_DOMAIN must not be a public suffix';

describe('SITE_COOKIE_DOMAIN', () => {
  const read = (text: string): string | undefined =>
    readSettings(siteCookieSettings, { SITE_COOKIE_DOMAIN: text }).SITE_COOKIE_DOMAIN;

  it('is absent by default', () => {
    expect(read('')).toBeUndefined();
    expect(refuseSiteCookieDomain(given(undefined))).toEqual([]);
    expect(siteCookieOf(given(undefined))).toBeUndefined();
  });

  it.each(['example.org', 'localhost', '127.0.0.1', '[::1]'])('takes %j', (text) => {
    expect(read(text)).toBe(text);
  });

  it.each(['Example.org', 'https://example.org', 'example.org/', 'example.org:443', 'a b', 'u@example.org'])(
    'refuses %j',
    (text) => {
      expect(() => read(text)).toThrow('SITE_COOKIE_DOMAIN must be a host name or domain in lower case');
    },
  );
});

describe('a domain for the cookie of the site', () => {
  it.each([
    ['example.org', 'https://assess.example.org', 'https://api.example.org'],
    ['example.org', 'https://example.org', 'https://api.example.org'],
    ['gov.example.co.uk', 'https://assess.gov.example.co.uk', 'https://api.gov.example.co.uk/v1'],
    ['corp.internal', 'https://assess.corp.internal', 'https://api.corp.internal'],
    ['localhost', 'http://localhost:3000', 'http://localhost:3001'],
    ['127.0.0.1', 'http://127.0.0.1:3000', 'http://127.0.0.1:3001'],
    ['acme.github.io', 'https://acme.github.io', 'https://acme.github.io/api'],
  ])('may be %s for %s and %s', (domain, publicUrl, platformUrl) => {
    expect(refuseSiteCookieDomain(given(domain, publicUrl, platformUrl))).toEqual([]);
  });

  it.each([
    ['example.com', undefined, undefined, [outside]],
    ['assess.example.org', undefined, undefined, [outside]],
    ['ample.org', undefined, undefined, [outside]],
    ['org', undefined, undefined, [suffix]],
    ['co.uk', 'https://assess.co.uk', 'https://api.co.uk', [suffix]],
    ['github.io', 'https://a.github.io', 'https://b.github.io', [suffix]],
    ['localhost', 'http://a.localhost', 'http://b.localhost', [suffix]],
    ['0.0.1', 'http://127.0.0.1:3000', 'http://127.0.0.1:3001', expect.arrayContaining([outside])],
    [
      'example.org',
      'http://assess.example.org',
      undefined,
      ['PUBLIC_BASE_URL and PLATFORM_BASE_URL must both be https or both http for SITE_COOKIE_DOMAIN'],
    ],
  ])('may not be %s for %s and %s', (...[domain, publicUrl, platformUrl, problems]) => {
    expect(refuseSiteCookieDomain(given(domain, publicUrl, platformUrl))).toEqual(problems);
  });

  it('is the attribute of a cookie for two hosts', () => {
    expect(siteCookieOf(given('example.org'))).toEqual({
      name: '__Secure-site-session',
      hintName: '__Secure-site-signed-in',
      domain: 'example.org',
      secure: true,
    });
  });

  it('is no attribute if both surfaces have this host', () => {
    expect(siteCookieOf(given('localhost', 'http://localhost:3000', 'http://localhost:3001'))).toEqual({
      name: 'site-session',
      hintName: 'site-signed-in',
      domain: undefined,
      secure: false,
    });
  });
});
