import { isIssuer } from './issuer';

describe('the issuer of a connection', () => {
  it.each([
    'https://login.example.org',
    'https://login.example.org/',
    'https://login.example.org/tenant/v2.0',
    'http://127.0.0.1:3005',
    'http://localhost:3005',
    'http://[::1]:3005',
  ])('may be %s', (issuer) => {
    expect(isIssuer(issuer)).toBe(true);
  });

  it.each([
    'http://login.example.org',
    'http://127.0.0.1.example.org',
    'https://login.example.org?',
    'https://login.example.org/?tenant=a',
    'https://login.example.org/#a',
    'https://user@login.example.org',
    'https://login.example.org/a/../b',
    'HTTPS://login.example.org',
    'ftp://login.example.org',
    'login.example.org',
    '',
  ])('is not %j', (issuer) => {
    expect(isIssuer(issuer)).toBe(false);
  });
});
