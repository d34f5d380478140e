import { readApiSettings, tokenSettingsOf } from './config';

const complete = {
  PUBLIC_BASE_URL: 'https://assess.example.org',
  PLATFORM_BASE_URL: 'https://api.example.org',
  OIDC_ISSUER: 'https://identity.example.org/',
  CLAIMS_NAMESPACE: 'https://governance.example.org/claims/',
  DATABASE_URL: 'postgres://platform:secret@db.example.org:5432/governance',
  KEYRING_FILE: '/run/secrets/keyring.json',
};

describe('readApiSettings of the platform', () => {
  const environment = process.env;
  afterEach(() => {
    process.env = environment;
  });

  it('has defaults for what may be left out', () => {
    process.env = { ...complete };
    expect(readApiSettings()).toEqual({
      ...complete,
      PORT: 3001,
      MANAGEMENT_PORT: 9102,
      LOG_LEVEL: 'info',
      ENVIRONMENT: 'development',
    });
  });

  it('names everything that is missing, at once', () => {
    process.env = {};
    expect(readApiSettings).toThrow(
      /PUBLIC_BASE_URL[^]*OIDC_ISSUER[^]*CLAIMS_NAMESPACE[^]*DATABASE_URL[^]*KEYRING_FILE/,
    );
  });

  it.each(['PUBLIC_BASE_URL', 'PLATFORM_BASE_URL', 'OIDC_ISSUER', 'OIDC_JWKS_URI'])(
    'refuses an unprotected %s in production, and there only',
    (name) => {
      process.env = { ...complete, [name]: 'http://somewhere.example.org' };
      expect(readApiSettings).not.toThrow();
      process.env = { ...process.env, ENVIRONMENT: 'production' };
      expect(readApiSettings).toThrow(`${name} must be an https URL in production`);
    },
  );

  it('takes the address of the surface for the audience of tokens, unless another is given', () => {
    process.env = { ...complete };
    expect(tokenSettingsOf(readApiSettings())).toEqual({
      profile: {
        issuer: 'https://identity.example.org/',
        claimsNamespace: 'https://governance.example.org/claims/',
        sessionClaims: [],
      },
      jwksUri: undefined,
      audience: 'https://api.example.org',
    });
    process.env = {
      ...complete,
      TOKEN_AUDIENCE: 'https://other.example.org',
      OIDC_JWKS_URI: 'https://keys.example.org/jwks',
    };
    expect(tokenSettingsOf(readApiSettings())).toMatchObject({
      jwksUri: 'https://keys.example.org/jwks',
      audience: 'https://other.example.org',
    });
  });
});
