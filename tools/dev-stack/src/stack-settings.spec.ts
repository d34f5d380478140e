import { readStackSettings } from './stack-settings';

describe('readStackSettings', () => {
  it('requires no settings', () => {
    expect(readStackSettings({})).toMatchObject({
      PUBLIC_PORT: 3000,
      PLATFORM_PORT: 3001,
      IDENTITY_PORT: 3002,
      UPSTREAM_PORT: 3003,
      FIRST_WITNESS_PORT: 3004,
      SECOND_WITNESS_PORT: 3005,
      MAILBOX_PORT: 8025,
      SMTP_PORT: 1025,
      PUBLIC_BASE_URL: 'http://localhost:3000',
      PLATFORM_BASE_URL: 'http://localhost:3001',
      OIDC_ISSUER: 'http://localhost:3002',
      CLAIMS_NAMESPACE: 'https://governance.example/claims/',
    });
  });

  it('derives addresses from ports, unless they are set', () => {
    const settings = readStackSettings({ PUBLIC_PORT: '4000', PLATFORM_BASE_URL: 'https://api.example.org' });
    expect(settings.PUBLIC_BASE_URL).toBe('http://localhost:4000');
    expect(readStackSettings({ IDENTITY_PORT: '4002' }).OIDC_ISSUER).toBe('http://localhost:4002');
    expect(settings.PLATFORM_BASE_URL).toBe('https://api.example.org');
  });

  it('lists every invalid setting', () => {
    const read = () => readStackSettings({ PUBLIC_PORT: 'many', DATABASE_URL: 'mysql://localhost/x' });
    expect(read).toThrow(/PUBLIC_PORT[^]*DATABASE_URL/);
  });
});
