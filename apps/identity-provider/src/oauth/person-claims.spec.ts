import { type Person, personClaims, type PersonSignIn } from './person-claims';

const user = { email: 'viewer@example.com', emailVerified: true, name: 'Viewer' };
const place = {
  orgId: 'org_acme',
  orgName: 'Acme',
  hasOtherOrgs: true,
  role: 'viewer',
  mfaMaxAge: 300,
} as const;
const signIn = { scope: 'api:full:read api:full:write', authTime: 100, sessionId: 'session', mfaAt: 100 };

function claimsOf(person: Partial<Person> = {}, change: Partial<PersonSignIn> = {}): Record<string, unknown> {
  return personClaims({ user, place, ...person }, { ...signIn, ...change }, 'https://ns.example/');
}

describe('the claims of a person', () => {
  it('name the user, the organization and the permissions', () => {
    expect(claimsOf()).toEqual({
      org_id: 'org_acme',
      permissions: ['self:profile:read', 'self:profile:write', 'self:organization:read'],
      auth_time: 100,
      sid: 'session',
      'https://ns.example/email': 'viewer@example.com',
      'https://ns.example/email_verified': true,
      'https://ns.example/name': 'Viewer',
      'https://ns.example/roles': ['viewer'],
      'https://ns.example/org_name': 'Acme',
      'https://ns.example/has_other_orgs': true,
      'https://ns.example/mfa_at': 100,
      'https://ns.example/mfa_max_age': 300,
    });
  });

  it('do not name a second factor that was not used', () => {
    expect(claimsOf({}, { mfaAt: undefined })).not.toHaveProperty(['https://ns.example/mfa_at']);
  });

  it('give an application no permission that its scope does not cover', () => {
    const { permissions } = claimsOf({}, { scope: 'openid api:full:read' });
    expect(permissions).toEqual(['self:profile:read', 'self:organization:read']);
    expect(claimsOf({}, { scope: undefined }).permissions).toEqual([]);
  });

  it('grant no permissions to a user without an organization', () => {
    const claims = claimsOf({ place: undefined });
    expect(claims).toMatchObject({ permissions: [], 'https://ns.example/roles': [] });
    expect(claims).not.toHaveProperty('org_id');
    expect(claims).not.toHaveProperty(['https://ns.example/mfa_max_age']);
  });
});
