import { propertyRuns } from '@governance/testing';
import fc from 'fast-check';
import { type Caller } from './caller';
import { ClaimsRefused } from './claims-refused';
import { claimsToCaller } from './claims-to-caller';
import { issuerProfileOf } from './issuer-profile';

const ns = 'https://platform.example.org/claims/';
const issuer = 'https://issuer.example.org';
const profile = issuerProfileOf({ issuer, claimsNamespace: ns });
const person = { iss: issuer, sub: 'user|1', client_id: 'website', org_id: 'acme', auth_time: 1_763_640_000 };
const machine = { iss: issuer, sub: 'client', client_id: 'client', org_id: 'acme' };
type Claims = Record<string, unknown>;

function kindOf(claims: Claims): Caller['kind'] | 'refused' {
  try {
    return claimsToCaller(claims, profile).kind;
  } catch (error) {
    if (error instanceof ClaimsRefused) return 'refused';
    throw error;
  }
}

describe('claimsToCaller', () => {
  it('describes a person by the namespaced claims, and passes on the step-up claims unchanged', () => {
    const claims = {
      ...person,
      scope: 'openid profile',
      permissions: ['self:profile:read', 'of-later:release', 'm2m:credentials:write', 'self:profile:read'],
      [`${ns}email`]: 'admin@example.com',
      [`${ns}name`]: 'Admin',
      [`${ns}roles`]: ['account-admin'],
      [`${ns}mfa_at`]: 'never',
      [`${ns}mfa_max_age`]: -5,
      [`${ns}org_name`]: 'Acme',
      [`${ns}has_other_orgs`]: true,
      email: 'other@example.com',
      email_verified: true,
      name: 'Other',
      roles: [],
      mfa_at: 1,
      mfa_max_age: 0,
    };
    expect(claimsToCaller(claims, profile)).toEqual({
      kind: 'person',
      issuer,
      subject: 'user|1',
      orgId: 'acme',
      orgName: 'Acme',
      hasOtherOrgs: true,
      clientId: 'website',
      scope: 'openid profile',
      permissions: new Set(['self:profile:read', 'm2m:credentials:write']),
      email: 'admin@example.com',
      emailVerified: false,
      name: 'Admin',
      roles: ['account-admin'],
      stepUp: { mfaAt: 'never', mfaMaxAge: -5 },
    });
  });

  it('treats an address as verified if the issuer verified that address', () => {
    const own = { [`${ns}email`]: 'admin@example.com' };
    const standard = { email: 'other@example.com', email_verified: true };
    const verified = (claims: Claims): unknown => claimsToCaller({ ...person, ...claims }, profile);
    expect(verified(standard)).toMatchObject({ emailVerified: true });
    expect(verified({ ...standard, ...own })).toMatchObject({ emailVerified: false });
    expect(verified({ ...own, [`${ns}email_verified`]: true })).toMatchObject({ emailVerified: true });
  });

  it('falls back to the standard claims, and then to nothing', () => {
    const standard = { ...person, email: 'viewer@example.com', name: 'Viewer', roles: ['viewer'] };
    expect(claimsToCaller(standard, profile)).toMatchObject({
      email: 'viewer@example.com',
      name: 'Viewer',
      roles: ['viewer'],
    });
    expect(claimsToCaller(person, profile)).toMatchObject({
      email: '',
      name: '',
      roles: [],
      scope: '',
      permissions: new Set(),
      stepUp: { mfaAt: undefined, mfaMaxAge: undefined },
    });
  });

  it('describes a machine, without user permissions', () => {
    const permissions = ['self:profile:read', 'self:profile:write', 'm2m:credentials:read'];
    expect(claimsToCaller({ ...machine, permissions }, profile)).toEqual({
      kind: 'machine',
      issuer,
      subject: 'client',
      orgId: 'acme',
      clientId: 'client',
      scope: '',
      permissions: new Set(['m2m:credentials:read']),
      email: '',
      name: '',
      roles: [],
    });
  });

  it('accepts a token without an organization', () => {
    expect(claimsToCaller({ ...person, org_id: undefined }, profile).orgId).toBeUndefined();
  });

  const kinds: [string, Claims, ReturnType<typeof kindOf>][] = [
    ['sub is client_id', machine, 'machine'],
    ['sub is azp', { ...machine, client_id: undefined, azp: 'client' }, 'machine'],
    ['sub is both', { ...machine, azp: 'client' }, 'machine'],
    ['gty says so', { ...machine, sub: 'client@clients', gty: 'client-credentials' }, 'machine'],
    ['gty says so, by azp', { iss: issuer, sub: 'x', azp: 'client', gty: 'client-credentials' }, 'machine'],
    ['gty says so and no client', { iss: issuer, sub: 'x', gty: 'client-credentials' }, 'refused'],
    ['auth_time', person, 'person'],
    ['sid', { ...person, auth_time: undefined, sid: 'session' }, 'person'],
    ['a session without a client', { ...person, client_id: undefined }, 'person'],
    ['nothing', { ...person, auth_time: undefined }, 'refused'],
    ['another gty', { ...person, auth_time: undefined, gty: 'password' }, 'refused'],
    ['a sub that looks like a machine’s', { ...person, auth_time: undefined, sub: 'x@clients' }, 'refused'],
    ['a session of a client on its own', { ...machine, auth_time: 1 }, 'refused'],
    ['a session with gty', { ...person, gty: 'client-credentials' }, 'refused'],
    ['client_id and azp that differ', { ...machine, azp: 'other' }, 'refused'],
    ['client_id and azp that differ, of a person', { ...person, azp: 'other' }, 'refused'],
    ['another issuer', { ...machine, iss: `${issuer}/` }, 'refused'],
    ['no issuer', { ...machine, iss: undefined }, 'refused'],
    ['no sub, no client', { iss: issuer }, 'refused'],
    ['no sub', { ...person, sub: undefined }, 'refused'],
  ];

  it.each(kinds)('decides by %s', (_sign, claims, expected) => {
    const present = Object.entries(claims).filter(([, value]) => value !== undefined);
    expect(kindOf(Object.fromEntries(present))).toBe(expected);
  });

  it('ignores inherited properties of the claims § V15.3.6', () => {
    expect(kindOf(Object.create(machine) as Claims)).toBe('refused');
  });

  it('recognizes a session claim only for the issuer profile that names it', () => {
    const claims = { ...person, auth_time: undefined, [`${ns}session`]: true };
    expect(kindOf(claims)).toBe('refused');
    const withSession = issuerProfileOf({ issuer, claimsNamespace: ns, sessionClaims: [`${ns}session`] });
    expect(claimsToCaller(claims, withSession).kind).toBe('person');
  });

  const wrong: [string, unknown[]][] = [
    ['iss', [[issuer], 1]],
    ['sub', ['', null, 1, ['user|1'], {}, 'x'.repeat(256), 'a\0b', 'a\nb', 'a\ud800']],
    ['client_id', ['', null, 1, ['website']]],
    ['azp', ['', null, 1]],
    ['org_id', ['', null, 1, ['acme'], { acme: {} }, 'x'.repeat(129), 'a\0b', 'a\udfff']],
    ['scope', [null, 1, ['openid']]],
    ['permissions', [null, 'self:profile:read', {}, [1], ['self:profile:read', null]]],
    ['email_verified', [null, 'true', 1]],
    ['gty', [null, 1, ['client-credentials']]],
    ['auth_time', [null, '1763640000', true, Infinity]],
    ['sid', ['', null, 1]],
    ...['email', 'name'].map((name): [string, unknown[]] => [`${ns}${name}`, [null, 1, ['x']]]),
    [`${ns}roles`, [null, 'viewer', [1]]],
  ];

  it.each(wrong)(
    'refuses a token whose %s has the wrong type, and quotes nothing of it § V15.3.5',
    (name, values) => {
      for (const base of [person, machine]) {
        for (const value of values) {
          expect(() => claimsToCaller({ ...base, [name]: value }, profile)).toThrow(ClaimsRefused);
          expect(() => claimsToCaller({ ...base, [name]: value }, profile)).not.toThrow(/viewer|1763640000/);
        }
      }
    },
  );

  it('refuses or describes any claims, and throws no other error', () => {
    const names = [
      'iss',
      'sub',
      'client_id',
      'azp',
      'gty',
      'auth_time',
      'sid',
      'org_id',
      'scope',
      'permissions',
    ];
    const overrides = fc.dictionary(fc.constantFrom(...names, `${ns}email`, `${ns}mfa_at`), fc.anything());
    fc.assert(
      fc.property(fc.constantFrom(person, machine), overrides, (base, override) => {
        expect(['person', 'machine', 'refused']).toContain(kindOf({ ...base, ...override }));
      }),
      { numRuns: propertyRuns },
    );
  });
});
