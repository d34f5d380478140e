import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readApiSettings, readReconcileSettings } from './config';
import { identityProviderOf } from './provider-settings';

const complete = {
  PUBLIC_BASE_URL: 'https://assess.example.org',
  PLATFORM_BASE_URL: 'https://api.example.org',
  OIDC_ISSUER: 'https://sign-in.example.org/auth/realms/acme',
  CLAIMS_NAMESPACE: 'https://governance.example.org/claims/',
  DATABASE_URL: 'postgres://platform:secret@db.example.org:5432/governance',
  KEYRING_FILE: '/run/secrets/keyring.json',
  IDENTITY_PROVIDER: 'keycloak',
  KEYCLOAK_CLIENT_SECRET: 'canary-secret',
  PLATFORM_LIVE: 'self.me,self.profile,iam.m2m-credentials,iam.service-identities,iam.audit',
};
const read = (changes: Readonly<Record<string, string>> = {}) => readApiSettings({ ...complete, ...changes });

describe('a managed Keycloak', () => {
  it('is the server and realm of the issuer, unless another address is set', () => {
    const audience = 'https://api.example.org';
    const keycloak = {
      kind: 'keycloak',
      issuer: 'https://sign-in.example.org/auth/realms/acme',
      serverUrl: 'https://sign-in.example.org/auth',
      realm: 'acme',
      clientId: 'governance-service',
      clientSecret: 'canary-secret',
      clientPrefix: 'governance-m2m-',
      audience,
    };
    expect(identityProviderOf(read(), audience)).toEqual(keycloak);
    const inside = read({ KEYCLOAK_URL: 'https://keycloak.inside.example.org' });
    expect(identityProviderOf(inside, audience)).toEqual({
      ...keycloak,
      serverUrl: 'https://keycloak.inside.example.org',
    });
    const reconcile = readReconcileSettings(complete);
    expect(identityProviderOf(reconcile)).toEqual({ ...keycloak, audience: undefined });
  });

  it('does not serve the groups of connections, members and invitations', () => {
    expect(() => read({ PLATFORM_LIVE: 'self.me,iam.members,iam.connections,iam.org-invitations' })).toThrow(
      'PLATFORM_LIVE must leave out iam.org-invitations, iam.connections, iam.members: IDENTITY_PROVIDER=keycloak does not serve them',
    );
    const all = { ...complete, ENVIRONMENT: 'development', PLATFORM_LIVE: undefined };
    expect(() => readApiSettings(all)).toThrow(
      'PLATFORM_LIVE must leave out iam.org-invitations, iam.connections, iam.members',
    );
  });

  it('requires exactly one secret while a group that needs it is live', () => {
    expect(() => read({ KEYCLOAK_CLIENT_SECRET: '' })).toThrow(
      'KEYCLOAK_CLIENT_SECRET or KEYCLOAK_CLIENT_SECRET_FILE is missing: iam.m2m-credentials is live',
    );
    expect(() => read({ KEYCLOAK_CLIENT_SECRET_FILE: '/run/secrets/a' })).toThrow('exclude each other');
    expect(() => read({ KEYCLOAK_CLIENT_SECRET: '', PLATFORM_LIVE: 'self.me,iam.audit' })).not.toThrow();
    expect(() => readReconcileSettings({ ...complete, KEYCLOAK_CLIENT_SECRET: '' })).toThrow(
      'KEYCLOAK_CLIENT_SECRET or KEYCLOAK_CLIENT_SECRET_FILE is missing',
    );
  });

  it('may have its secret in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'keycloak-secret-'));
    const file = join(folder, 'secret');
    const settings = () =>
      identityProviderOf(read({ KEYCLOAK_CLIENT_SECRET: '', KEYCLOAK_CLIENT_SECRET_FILE: file }));
    expect(settings).toThrow('KEYCLOAK_CLIENT_SECRET_FILE cannot be read');
    writeFileSync(file, 'of-a-file\n');
    expect(settings()).toMatchObject({ clientSecret: 'of-a-file' });
    for (const text of ['', '\n', 'canary two', 'canary\ntwo\n']) {
      writeFileSync(file, text);
      expect(settings).toThrow('KEYCLOAK_CLIENT_SECRET_FILE must hold one line of printable characters');
    }
    rmSync(folder, { recursive: true });
  });

  it.each([
    'https://sign-in.example.org',
    'https://sign-in.example.org/realms/',
    'https://a.example.org/realms/..',
  ])('cannot have the issuer %s', (OIDC_ISSUER) => {
    expect(() => read({ OIDC_ISSUER })).toThrow(/OIDC_ISSUER must/);
  });

  it.each(['%', 'governance-m2m', 'A-', '-', 'a_b-', 'a b-'])('cannot have the prefix %j', (prefix) => {
    expect(() => read({ KEYCLOAK_CLIENT_PREFIX: prefix })).toThrow('KEYCLOAK_CLIENT_PREFIX must be');
  });

  it('is reached by https in production only', () => {
    const url = { KEYCLOAK_URL: 'http://keycloak:8080' };
    expect(() => read(url)).toThrow('KEYCLOAK_URL must be an https URL in production');
    expect(() => read({ ...url, ENVIRONMENT: 'development' })).not.toThrow();
  });

  it('needs no token of the embedded provider, which needs no secret', () => {
    expect(() => read({ IDENTITY_PROVIDER: 'embedded', PLATFORM_LIVE: 'iam.members' })).toThrow(
      'IDENTITY_MANAGEMENT_TOKEN is missing: iam.members is live',
    );
    expect(() => read({ IDENTITY_PROVIDER: 'auth0' })).toThrow('IDENTITY_PROVIDER must be');
  });
});
