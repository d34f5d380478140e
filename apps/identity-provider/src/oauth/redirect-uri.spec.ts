import { isRedirectUri } from './redirect-uri';

describe('a redirect URI', () => {
  it.each([
    'https://console.example.org/callback',
    'https://console.example.org/callback?from=login',
    'http://localhost:4000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:4000/',
  ])('may be %s', (text) => {
    expect(isRedirectUri(text)).toBe(true);
  });

  it.each([
    'http://console.example.org/callback',
    'http://localhost.example.org/callback',
    'https://console.example.org/callback#',
    'https://console.example.org/callback#part',
    'https://user@console.example.org/callback',
    'https://CONSOLE.example.org/callback',
    'https://console.example.org:443/callback',
    'https://console.example.org',
    'https://console.example.org/a/../b',
    'javascript:alert(1)',
    'data:text/html,x',
    'org.example.app:/callback',
    '/callback',
    '',
  ])('may not be %j § V1.2.2', (text) => {
    expect(isRedirectUri(text)).toBe(false);
  });
});
