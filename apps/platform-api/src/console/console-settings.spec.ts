import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readApiSettings } from '../config';
import { consoleSettingsOf } from './console-settings';

const common = {
  PUBLIC_BASE_URL: 'https://assess.example.org',
  PLATFORM_BASE_URL: 'https://api.example.org',
  CLAIMS_NAMESPACE: 'https://governance.example.org/claims/',
  DATABASE_URL: 'postgres://platform:secret@db.example.org:5432/governance',
  KEYRING_FILE: '/run/secrets/keyring.json',
  PLATFORM_LIVE: 'console,self.me,iam.m2m-credentials',
};

describe('the settings of the console', () => {
  it('leave nothing to the embedded provider alone, and offer what it can do', () => {
    const settings = readApiSettings({
      ...common,
      OIDC_ISSUER: 'https://identity.example.org',
      IDENTITY_MANAGEMENT_TOKEN: '4f0c1a9be27d5836f10b4ce9a7d28350',
    });
    expect(consoleSettingsOf(settings)).toMatchObject({
      elsewhere: new Set(),
      capabilities: { overlap: true, networks: true },
      clientId: 'console',
      clientSecret: undefined,
    });
  });

  it('name what administrators of Keycloak manage there, and what it cannot do', () => {
    const settings = readApiSettings({
      ...common,
      OIDC_ISSUER: 'https://sign-in.example.org/realms/governance',
      IDENTITY_PROVIDER: 'keycloak',
      KEYCLOAK_CLIENT_SECRET: 'secret-of-the-service',
      CONSOLE_SCOPE: 'openid api:full:read',
    });
    expect(consoleSettingsOf(settings)).toMatchObject({
      elsewhere: new Set(['iam.org-invitations', 'iam.connections', 'iam.members', 'org.campaigns']),
      capabilities: { overlap: false, networks: false },
      scope: 'openid api:full:read',
    });
  });

  describe('name the issuer at which users sign in', () => {
    const folder = mkdtempSync(join(tmpdir(), 'console-issuers-'));
    afterAll(() => {
      rmSync(folder, { recursive: true });
    });
    const machines = { issuer: 'https://identity.example.org', issues: ['machines'] };
    const both = { ...machines, issues: ['machines', 'people'] };
    const people = { issuer: 'https://login.example.com/realms/a', issues: ['people'] };
    const other = { ...people, issuer: 'https://login.example.com/realms/b' };
    const named = { CONSOLE_ISSUER: other.issuer };

    function issuerWith(
      issuers: readonly object[] | undefined,
      more: Readonly<Record<string, string>> = {},
    ): string {
      const file = join(folder, 'issuers.json');
      writeFileSync(file, JSON.stringify({ issuers }));
      const settings = readApiSettings({
        ...common,
        OIDC_ISSUER: machines.issuer,
        IDENTITY_MANAGEMENT_TOKEN: '4f0c1a9be27d5836f10b4ce9a7d28350',
        ...(issuers && { OIDC_ISSUERS_FILE: file }),
        ...more,
      });
      return consoleSettingsOf(settings).issuer;
    }

    it('which is the managed provider, or else the first one that has users', () => {
      expect(issuerWith(undefined)).toBe(machines.issuer);
      expect(issuerWith([machines, people, other])).toBe(people.issuer);
      expect(issuerWith([people, both])).toBe(machines.issuer);
    });

    it('or the one of CONSOLE_ISSUER, which must have users', () => {
      expect(issuerWith([both, people, other], named)).toBe(other.issuer);
      const problem = 'CONSOLE_ISSUER must be an accepted issuer of people';
      for (const issuers of [undefined, [both], [both, { ...other, issues: ['machines'] }]])
        expect(() => issuerWith(issuers, named)).toThrow(problem);
    });
  });
});
