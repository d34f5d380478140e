import { requiresTls } from '@governance/config';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultEmailLimits } from '@governance/deliveries';
import { certificateLimitsOf } from '@governance/runtime';
import {
  readApiSettings,
  readCommandSettings,
  readBrowserSettings,
  readWorkerSettings,
  tokenSettingsOf,
} from './config';

const api = {
  PUBLIC_BASE_URL: 'https://assess.example.org',
  PLATFORM_BASE_URL: 'https://api.example.org',
  DATABASE_URL: 'postgres://public:secret@db.example.org:5432/governance',
  KEYRING_FILE: '/run/secrets/keyring.json',
};
const worker = {
  ...api,
  ISSUER_KEYS_FILE: '/run/secrets/issuer-keys.json',
  SMTP_URL: 'smtp://mail.example.org:587',
  MAIL_FROM: 'certificates@example.org',
};

describe('the settings of the public programs', () => {
  const environment = process.env;
  afterEach(() => {
    process.env = environment;
  });

  it('have defaults for optional settings', () => {
    process.env = { ...worker };
    expect(readApiSettings()).toEqual({
      ...api,
      PORT: 3000,
      MANAGEMENT_PORT: 9101,
      MAX_CONCURRENT_REQUESTS: 256,
      LOG_LEVEL: 'info',
      ENVIRONMENT: 'production',
      TRUST_PROXY: 0,
      CORS_ORIGINS: [],
      RESEND_LIMIT: 5,
      RESEND_WINDOW_SECONDS: 900,
      PDF_BUDGET_CLIENT_HOUR: 60,
      PDF_BUDGET_TOTAL_HOUR: 2_000,
      PERSONAL_DATA_DAYS: 365,
    });
    expect(readWorkerSettings()).toMatchObject({ ...worker, MANAGEMENT_PORT: 9100 });
  });

  it('refuse a cookie of the site for a domain that is not above both surfaces', () => {
    expect(() => readApiSettings({ ...api, SITE_COOKIE_DOMAIN: 'elsewhere.example' })).toThrow(
      'SITE_COOKIE_DOMAIN must be the host of PUBLIC_BASE_URL and',
    );
    const domain = 'example.org';
    expect(readApiSettings({ ...api, SITE_COOKIE_DOMAIN: domain }).SITE_COOKIE_DOMAIN).toBe(domain);
  });

  it('admit no other origin by default, and only exact ones', () => {
    const read = (origins: string, kind = 'production') =>
      readApiSettings({ ...worker, CORS_ORIGINS: origins, ENVIRONMENT: kind }).CORS_ORIGINS;
    expect(read('')).toEqual([]);
    expect(read('https://app.example.org,https://other.example.org')).toEqual([
      'https://app.example.org',
      'https://other.example.org',
    ]);
    for (const refused of ['*', 'null', 'https://app.example.org/', 'https://*.example.org']) {
      expect(() => read(refused)).toThrow(
        'CORS_ORIGINS must be a list, separated by commas, of http or https',
      );
    }
    expect(read('http://localhost:5173', 'development')).toEqual(['http://localhost:5173']);
    expect(() => read('http://localhost:5173')).toThrow('CORS_ORIGINS must be https origins in production');
  });

  it('have the default email budgets, each of which can be set', () => {
    process.env = { ...worker };
    expect(certificateLimitsOf(readWorkerSettings())).toEqual(defaultEmailLimits);

    const names = [
      'RECIPIENT_HOUR',
      'RECIPIENT_DAY',
      'RECIPIENT_WAITING',
      'CERTIFICATE_DAY',
      'DOMAIN_HOUR',
      'TOTAL_HOUR',
      'CLIENT_HOUR',
    ];
    names.forEach((name, index) => (process.env[`EMAIL_BUDGET_${name}`] = String(index + 1)));
    const limits = Object.values(certificateLimitsOf(readWorkerSettings()));
    expect(limits.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('require no mail server of the HTTP process, and of the commands only the settings they use', () => {
    process.env = { ...api };
    expect(readApiSettings).not.toThrow();
    expect(readWorkerSettings).toThrow(/SMTP_URL[^]*MAIL_FROM/);
    process.env = { DATABASE_OWNER_URL: api.DATABASE_URL };
    expect(readCommandSettings('migrate')).toEqual({ DATABASE_OWNER_URL: api.DATABASE_URL });
    expect(() => readCommandSettings('keys')).toThrow('KEYRING_FILE');
  });

  it('name one browser for the worker, and nothing else for that browser', () => {
    const BROWSER_URL = 'ws://public-browser:9222';
    expect(readWorkerSettings({ ...worker, BROWSER_URL })).toMatchObject({ BROWSER_URL });
    expect(() => readWorkerSettings({ ...worker, BROWSER_URL, BROWSER_EXECUTABLE: 'bundled' })).toThrow(
      'BROWSER_EXECUTABLE must not be set with BROWSER_URL',
    );
    expect(() => readWorkerSettings({ ...worker, BROWSER_URL: 'http://public-browser:9222' })).toThrow(
      'BROWSER_URL',
    );
    expect(readBrowserSettings({ ...worker, LOG_LEVEL: 'warn' })).toEqual({
      PORT: 9222,
      MANAGEMENT_PORT: 9105,
      BROWSER_CONNECTIONS: 4,
      LOG_LEVEL: 'warn',
    });
  });

  it('refuse http addresses in production, because certificates contain them for years § V12.2.1', () => {
    const unprotected = {
      PUBLIC_BASE_URL: 'http://assess.example.org',
      PLATFORM_BASE_URL: 'http://api.example.org',
    };
    process.env = { ...worker, ...unprotected, ENVIRONMENT: 'production' };
    for (const read of [readApiSettings, readWorkerSettings]) {
      expect(read).toThrow(/PUBLIC_BASE_URL must be an https URL[^]*PLATFORM_BASE_URL must be an https URL/);
    }
    process.env = { ...worker, ...unprotected, ENVIRONMENT: 'staging' };
    expect(readApiSettings).not.toThrow();
  });

  it('require TLS for mail in production, which is the default environment, unless the setting disables it § V12.3.1', () => {
    const tlsWith = (settings: Readonly<Record<string, string>>): boolean => {
      process.env = { ...worker, ...settings };
      return requiresTls(readWorkerSettings());
    };
    expect([{}, { ENVIRONMENT: 'production' }].map(tlsWith)).toEqual([true, true]);
    expect(tlsWith({ SMTP_REQUIRE_TLS: 'false' })).toBe(false);
    expect(['development', 'staging'].map((ENVIRONMENT) => tlsWith({ ENVIRONMENT }))).toEqual([false, false]);
    expect(tlsWith({ ENVIRONMENT: 'staging', SMTP_REQUIRE_TLS: 'true' })).toBe(true);
  });

  it.each(['ignoreTLS=true', 'requireTLS=0', 'opportunisticTLS=1', 'tls.rejectUnauthorized=false'])(
    'cannot disable TLS with %s in the query § V12.3.2',
    (query) => {
      const url = { SMTP_URL: `smtp://mail.example.org:587/?${query}` };
      process.env = { ...worker, ...url };
      expect(readWorkerSettings).toThrow(`SMTP_URL must not set ${query.split('=')[0] ?? ''}`);
      process.env = { ...process.env, SMTP_REQUIRE_TLS: 'false' };
      expect(readWorkerSettings).not.toThrow();
    },
  );

  it('accept tokens for the platform surface, from any configured issuer, or none', () => {
    process.env = { ...api };
    expect(tokenSettingsOf(readApiSettings())).toBeUndefined();
    const issuer = { OIDC_ISSUER: 'https://identity.example.org/' };
    process.env = { ...api, ...issuer };
    expect(readApiSettings).toThrow('CLAIMS_NAMESPACE is missing');
    process.env = { ...api, ...issuer, CLAIMS_NAMESPACE: 'https://governance.example.org/claims/' };
    expect(tokenSettingsOf(readApiSettings())?.issuers).toMatchObject([
      {
        profile: { issuer: 'https://identity.example.org/' },
        jwksUri: undefined,
        audience: 'https://api.example.org',
      },
    ]);
    process.env = { ...process.env, TOKEN_AUDIENCE: 'https://other.example.org' };
    expect(tokenSettingsOf(readApiSettings())?.issuers).toMatchObject([
      { audience: 'https://other.example.org' },
    ]);
  });

  it('accept tokens of every issuer in a file, with or without OIDC_ISSUER', () => {
    const folder = mkdtempSync(join(tmpdir(), 'issuers-'));
    const OIDC_ISSUERS_FILE = join(folder, 'issuers.json');
    const [one, other] = ['https://login.example.com', 'https://identity.example.org'];
    const issuers = [one, other].map((issuer) => ({ issuer, issues: ['people'] }));
    writeFileSync(OIDC_ISSUERS_FILE, JSON.stringify({ issuers }));
    expect(() => readApiSettings({ ...api, OIDC_ISSUERS_FILE })).toThrow(
      'CLAIMS_NAMESPACE is missing: tokens of OIDC_ISSUERS_FILE cannot be read without it',
    );
    const CLAIMS_NAMESPACE = 'https://governance.example.org/claims/';
    const settings = readApiSettings({ ...api, OIDC_ISSUERS_FILE, CLAIMS_NAMESPACE });
    expect(tokenSettingsOf(settings)?.issuers).toMatchObject([
      { profile: { issuer: one } },
      { profile: { issuer: other } },
    ]);
    const OIDC_ISSUER = 'https://another.example.org';
    expect(() => readApiSettings({ ...api, OIDC_ISSUERS_FILE, CLAIMS_NAMESPACE, OIDC_ISSUER })).toThrow(
      'OIDC_ISSUER is not an issuer of OIDC_ISSUERS_FILE',
    );
    rmSync(folder, { recursive: true });
  });

  it.each(['OIDC_ISSUER', 'OIDC_JWKS_URI'])('refuse an http %s in production', (name) => {
    process.env = { ...api, [name]: 'http://identity.example.org', ENVIRONMENT: 'production' };
    expect(readApiSettings).toThrow(`${name} must be an https URL in production`);
  });
});
