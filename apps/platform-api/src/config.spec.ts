import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { complete, mail } from '../spec/complete-settings';
import { readApiSettings, readReconcileSettings, readWorkerSettings } from './config';
import { endpointGroups, liveGroupsOf } from './endpoint-groups';
import { tokenSettingsOf } from './program-settings';
import { identityProviderOf } from './provider-settings';

describe('readApiSettings of the platform', () => {
  const environment = process.env;
  afterEach(() => {
    process.env = environment;
  });

  it('has defaults for optional settings', () => {
    process.env = { ...complete };
    expect(readApiSettings()).toEqual({
      ...complete,
      PORT: 3001,
      MANAGEMENT_PORT: 9102,
      TRUST_PROXY: 0,
      MAX_CONCURRENT_REQUESTS: 256,
      CORS_ORIGINS: [],
      CONSOLE_CLIENT_ID: 'console',
      CONSOLE_SCOPE: 'openid profile email offline_access api:full:read api:full:write',
      CREDENTIALS_PER_ORGANIZATION: 1_000,
      CLIENTS_PER_ORGANIZATION: 10_000,
      RESULTS_PER_ORGANIZATION: 100_000,
      LOG_LEVEL: 'info',
      ENVIRONMENT: 'production',
      IDENTITY_PROVIDER: 'embedded',
      KEYCLOAK_CLIENT_ID: 'governance-service',
      KEYCLOAK_CLIENT_PREFIX: 'governance-m2m-',
    });
  });

  it('refuses the console without the group that it needs', () => {
    process.env = { ...complete, PLATFORM_LIVE: 'console' };
    expect(readApiSettings).toThrow('PLATFORM_LIVE must contain self.me: the console needs it');
    expect(() => readApiSettings({ ...complete, PLATFORM_LIVE: 'console,self.me' })).not.toThrow();
  });

  it('refuses a cookie of the site for a domain that is not above both surfaces', () => {
    process.env = { ...complete, SITE_COOKIE_DOMAIN: 'elsewhere.example' };
    expect(readApiSettings).toThrow('SITE_COOKIE_DOMAIN must be the host of PUBLIC_BASE_URL and');
  });

  it('names all missing settings at once', () => {
    process.env = { ENVIRONMENT: 'development' };
    expect(readApiSettings).toThrow(
      /PUBLIC_BASE_URL[^]*CLAIMS_NAMESPACE[^]*DATABASE_URL[^]*KEYRING_FILE[^]*OIDC_ISSUER[^]*IDENTITY_MANAGEMENT_TOKEN/,
    );
  });

  it.each([
    'PUBLIC_BASE_URL',
    'PLATFORM_BASE_URL',
    'OIDC_ISSUER',
    'OIDC_JWKS_URI',
    'CONSOLE_ISSUER_URL',
    'IDENTITY_MANAGEMENT_URL',
  ])('refuses an http %s in production only § V12.3.3', (name) => {
    process.env = { ...complete, [name]: 'http://somewhere.example.org', ENVIRONMENT: 'development' };
    expect(readApiSettings).not.toThrow();
    process.env = { ...process.env, ENVIRONMENT: 'production' };
    expect(readApiSettings).toThrow(`${name} must be an https URL in production`);
  });

  it('admits no other origin by default, and only exact ones', () => {
    const read = (origins: string, kind = 'production') =>
      readApiSettings({ ...complete, CORS_ORIGINS: origins, ENVIRONMENT: kind }).CORS_ORIGINS;
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

  it('uses the address of the surface as the token audience, unless another is set', () => {
    process.env = { ...complete };
    expect(tokenSettingsOf(readApiSettings()).issuers).toMatchObject([
      {
        profile: { issuer: 'https://identity.example.org/', issues: new Set(['person', 'machine']) },
        jwksUri: undefined,
        audience: 'https://api.example.org',
      },
    ]);
    process.env = {
      ...complete,
      TOKEN_AUDIENCE: 'https://other.example.org',
      OIDC_JWKS_URI: 'https://keys.example.org/jwks',
    };
    expect(tokenSettingsOf(readApiSettings()).issuers).toMatchObject([
      { jwksUri: 'https://keys.example.org/jwks', audience: 'https://other.example.org' },
    ]);
  });
});

describe('OIDC_ISSUERS_FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'issuers-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const managed = { issuer: complete.OIDC_ISSUER, issues: ['machines'] };
  const people = { issuer: 'https://login.example.com/realms/a', issues: ['people'], types: ['JWT'] };

  function withFile(issuers: readonly object[], more: Readonly<Record<string, string>> = {}) {
    const file = join(folder, 'issuers.json');
    writeFileSync(file, JSON.stringify({ issuers }));
    return readApiSettings({ ...complete, OIDC_ISSUERS_FILE: file, ...more });
  }

  it('wins over OIDC_ISSUER: each of its issuers is accepted as it says', () => {
    const { issuers } = tokenSettingsOf(
      withFile([managed, { ...people, audience: 'https://a.example.org' }]),
    );
    expect(issuers).toMatchObject([
      {
        profile: { issuer: managed.issuer, issues: new Set(['machine']) },
        audience: 'https://api.example.org',
        types: undefined,
      },
      {
        profile: { issuer: people.issuer, issues: new Set(['person']) },
        audience: 'https://a.example.org',
        types: new Set(['jwt']),
      },
    ]);
  });

  it('must list the managed provider as an issuer of machines', () => {
    expect(() => withFile([people])).toThrow('OIDC_ISSUER is not an issuer of OIDC_ISSUERS_FILE');
    expect(() => withFile([{ ...managed, issues: ['people'] }])).toThrow(
      'OIDC_ISSUER must be an issuer of machines in OIDC_ISSUERS_FILE',
    );
  });

  it('takes the place of OIDC_JWKS_URI', () => {
    expect(() => withFile([managed], { OIDC_JWKS_URI: 'https://keys.example.org/jwks' })).toThrow(
      'OIDC_JWKS_URI is not read beside OIDC_ISSUERS_FILE',
    );
  });

  it('names https URLs alone in production', () => {
    const plain = { ...people, issuer: 'http://login.example.com', jwksUri: 'http://login.example.com/keys' };
    expect(() => withFile([managed, plain])).toThrow(
      /issuers\[1\]\.issuer: must be an https URL in production[^]*issuers\[1\]\.jwksUri: must be an https/,
    );
    expect(() => withFile([managed, plain], { ENVIRONMENT: 'staging' })).not.toThrow();
  });
});

describe('PLATFORM_LIVE', () => {
  const environment = process.env;
  afterEach(() => {
    process.env = environment;
  });

  function liveWith(settings: Readonly<Record<string, string>>): string[] {
    process.env = { ...complete, ...settings };
    return [...liveGroupsOf(readApiSettings())];
  }

  it('is every group in development, and none elsewhere (spec 1.5) § 1.5c', () => {
    expect(liveWith({ ENVIRONMENT: 'development' })).toEqual(endpointGroups);
    expect(liveWith({})).toEqual([]);
    expect(liveWith({ ENVIRONMENT: 'staging' })).toEqual([]);
    expect(liveWith({ ENVIRONMENT: 'production' })).toEqual([]);
  });

  it('lists exactly the live groups', () => {
    const PLATFORM_LIVE = 'self.me, iam.m2m-credentials';
    expect(liveWith({ PLATFORM_LIVE })).toEqual(['self.me', 'iam.m2m-credentials']);
    expect(liveWith({ PLATFORM_LIVE, ENVIRONMENT: 'production' })).toEqual([
      'self.me',
      'iam.m2m-credentials',
    ]);
  });

  it('may be empty, which means no group, in development too', () => {
    expect(liveWith({ PLATFORM_LIVE: '', ENVIRONMENT: 'development' })).toEqual([]);
  });

  it.each(['self', 'self.me,', 'self.me,self.me', 'iam.*', 'all', 'none', ' '])('cannot be %j', (text) => {
    expect(() => liveWith({ PLATFORM_LIVE: text })).toThrow(/PLATFORM_LIVE must be a list/);
  });

  it('requires the management token while a group that needs it is live', () => {
    const without = { IDENTITY_MANAGEMENT_TOKEN: '', ENVIRONMENT: 'development' };
    expect(() => liveWith(without)).toThrow('IDENTITY_MANAGEMENT_TOKEN is missing');
    for (const PLATFORM_LIVE of [
      'iam.m2m-credentials',
      'iam.org-invitations',
      'iam.connections',
      'iam.members',
    ]) {
      expect(() => liveWith({ ...without, PLATFORM_LIVE })).toThrow(
        `IDENTITY_MANAGEMENT_TOKEN is missing: ${PLATFORM_LIVE} is live`,
      );
    }
    expect(liveWith({ ...without, PLATFORM_LIVE: 'self.me' })).toEqual(['self.me']);
    expect(liveWith({ ...without, PLATFORM_LIVE: '' })).toEqual([]);
  });
});

describe('the identity provider', () => {
  const environment = process.env;
  afterEach(() => {
    process.env = environment;
  });

  it('is managed below its issuer, unless another address is set', () => {
    process.env = { ...complete };
    const managementToken = complete.IDENTITY_MANAGEMENT_TOKEN;
    expect(identityProviderOf(readApiSettings())).toEqual({
      kind: 'embedded',
      issuer: 'https://identity.example.org/',
      managementUrl: 'https://identity.example.org/management',
      managementToken,
    });
    process.env = { ...complete, IDENTITY_MANAGEMENT_URL: 'https://inside.example.org/management' };
    expect(identityProviderOf(readApiSettings())).toMatchObject({
      managementUrl: 'https://inside.example.org/management',
    });
  });

  it.each([readWorkerSettings, readReconcileSettings])('has its token for %p', (read) => {
    const { IDENTITY_MANAGEMENT_TOKEN: managementToken, ...without } = complete;
    process.env = { ...without, ...mail };
    expect(read).toThrow('IDENTITY_MANAGEMENT_TOKEN is missing');
    process.env = { ...complete, ...mail };
    expect(identityProviderOf(read())).toMatchObject({ managementToken });
  });

  it.each(['a token with blanks', 'tökens', 'line\nbreak', 'short', 'x'.repeat(32)])(
    'does not repeat the refused token %j',
    (token) => {
      process.env = { ...complete, IDENTITY_MANAGEMENT_TOKEN: token };
      expect(readApiSettings).toThrow(/IDENTITY_MANAGEMENT_TOKEN must be/);
      expect(readApiSettings).not.toThrow(token);
    },
  );
});
