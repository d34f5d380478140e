import { readServerSettings } from './config';

const complete = {
  ISSUER: 'https://login.example.org',
  API_URL: 'https://api.example.org',
  CLAIMS_NAMESPACE: 'https://api.example.org/claims/',
  MANAGEMENT_TOKEN: '4f0c1a9be27d5836f10b4ce9a7d28350',
  DATABASE_URL: 'postgres://identity:secret@db.example.org:5432/governance',
  KEYRING_FILE: '/run/secrets/identity-keyring.json',
};

describe('readServerSettings', () => {
  const environment = process.env;
  afterEach(() => {
    process.env = environment;
  });

  it('has defaults for optional settings', () => {
    process.env = { ...complete };
    expect(readServerSettings()).toEqual({
      ...complete,
      PORT: 3002,
      MANAGEMENT_PORT: 9103,
      MANAGEMENT_API_PORT: undefined,
      LOG_LEVEL: 'info',
      ENVIRONMENT: 'production',
      CONNECTIONS_PER_ORGANIZATION: 10,
      SIGNING_KEY_DAYS: 90,
      TRUST_PROXY: 0,
      MAX_CONCURRENT_REQUESTS: 256,
      WEBSITE_REDIRECT_URIS: [],
      CONSOLE_REDIRECT_URIS: [],
      DOCS_REDIRECT_URIS: [],
    });
  });

  it('names everything that is missing, at once', () => {
    process.env = {};
    expect(readServerSettings).toThrow(
      /ISSUER[^]*API_URL[^]*CLAIMS_NAMESPACE[^]*MANAGEMENT_TOKEN[^]*DATABASE_URL[^]*KEYRING_FILE/,
    );
  });

  it.each(['short', '4f0c1a9be27d5836 f10b4ce9a7d28350', '4f0c1a9be27d5836f10b4ce9a7d2835é', 'x'.repeat(32)])(
    'refuses a management token that can be guessed or not be sent, without showing it § V13.2.3',
    (token) => {
      process.env = { ...complete, MANAGEMENT_TOKEN: token };
      expect(readServerSettings).toThrow('MANAGEMENT_TOKEN must be at least 32 printable characters');
      expect(readServerSettings).not.toThrow(token);
    },
  );

  it.each(['https://login.example.org/', 'https://login.example.org/realm', 'login.example.org'])(
    'takes only an origin for the issuer: not %s § discovery-3a',
    (issuer) => {
      process.env = { ...complete, ISSUER: issuer };
      expect(readServerSettings).toThrow('ISSUER must be');
    },
  );

  it.each([undefined, 'production'])(
    'refuses unprotected addresses when ENVIRONMENT is %p § core-3.1.2.1a discovery-3a discovery-7.1a V12.3.1',
    (ENVIRONMENT) => {
      const unprotected = { ISSUER: 'http://login.example.org', API_URL: 'http://api.example.org' };
      process.env = { ...complete, ...unprotected, ENVIRONMENT: 'development' };
      expect(readServerSettings).not.toThrow();
      process.env = { ...complete, ...unprotected, ...(ENVIRONMENT && { ENVIRONMENT }) };
      expect(readServerSettings).toThrow(/ISSUER must be an https URL[^]*API_URL must be an https URL/);
    },
  );

  it('reads the redirect URIs of the built-in applications', () => {
    const uris = 'https://console.example.org/callback, http://localhost:4000/callback';
    process.env = { ...complete, CONSOLE_REDIRECT_URIS: uris };
    expect(readServerSettings().CONSOLE_REDIRECT_URIS).toEqual([
      'https://console.example.org/callback',
      'http://localhost:4000/callback',
    ]);
    process.env = { ...complete, WEBSITE_REDIRECT_URIS: `${uris}, http://console.example.org/callback` };
    expect(readServerSettings).toThrow('WEBSITE_REDIRECT_URIS must be https URLs');
  });

  it('takes mail settings together or not at all, and over TLS in production', () => {
    const mail = { SMTP_URL: 'smtp://mail.example.org:587', MAIL_FROM: 'accounts@example.org' };
    process.env = { ...complete, ...mail };
    expect(readServerSettings()).toMatchObject(mail);
    process.env = { ...complete, SMTP_URL: mail.SMTP_URL };
    expect(readServerSettings).toThrow('MAIL_FROM is missing: set both mail settings, or neither');
    process.env = { ...complete, MAIL_FROM: mail.MAIL_FROM };
    expect(readServerSettings).toThrow('SMTP_URL is missing: set both mail settings, or neither');
    process.env = { ...complete, ...mail, SMTP_URL: `${mail.SMTP_URL}?ignoreTLS=true` };
    expect(readServerSettings).toThrow('SMTP_URL must not set ignoreTLS');
  });
});
