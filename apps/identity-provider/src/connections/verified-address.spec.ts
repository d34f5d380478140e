import { isVerified } from './verified-address';

const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`;
const connection = { issuer, provenDomains: ['acme.example'] };

describe('the address that a provider asserts', () => {
  it('is verified when the provider says so', () => {
    const elsewhere = { issuer: 'https://login.acme.example', provenDomains: [] };
    expect(isVerified('user@other.example', true, elsewhere)).toBe(true);
  });

  it.each([false, 'true', 1, null, {}])('is not verified when it says %j', (verified) => {
    expect(isVerified('user@acme.example', verified, connection)).toBe(false);
  });

  it('is verified in a proven domain, if one tenant of Entra ID does not say', () => {
    expect(isVerified('user@acme.example', undefined, connection)).toBe(true);
    for (const other of ['user@other.example', 'user@sub.acme.example', 'user@acme.example.evil.example']) {
      expect(isVerified(other, undefined, connection)).toBe(false);
    }
    expect(isVerified('user@acme.example', undefined, { ...connection, provenDomains: [] })).toBe(false);
  });

  it.each([
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations/v2.0',
    'https://login.microsoftonline.com/consumers/v2.0',
    'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    `https://login.microsoftonline.com.evil.example/${tenant}/v2.0`,
    `https://evil.example/login.microsoftonline.com/${tenant}/v2.0`,
    `https://login.microsoftonline.com/${tenant}`,
    'https://accounts.google.com',
    'https://login.acme.example',
  ])('is not verified if %s does not say', (other) => {
    expect(isVerified('user@acme.example', undefined, { ...connection, issuer: other })).toBe(false);
  });
});
