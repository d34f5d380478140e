import { type Caller, type PersonCaller } from './caller';
import { type Claims } from './claims';
import { claimsToCaller } from './claims-to-caller';
import { type IssuerDescription, issuerProfileOf } from './issuer-profile';
import { permissionsOfRole } from './role';

const claimsNamespace = 'https://platform.example.org/claims/';
const issuer = 'https://login.example.org/realms/customers';
const person: Claims = { iss: issuer, sub: 'f1', azp: 'governance-cli', sid: 's1', auth_time: 1_763_640_000 };
/** A service account as Keycloak makes it, without mappers of ours. */
const serviceAccount: Claims = {
  iss: issuer,
  sub: '0f6c',
  azp: 'reporting',
  preferred_username: 'service-account-reporting',
};

type Description = Omit<IssuerDescription, 'issuer' | 'claimsNamespace'>;

function callerOf(claims: Claims, description: Description = {}): Caller {
  return claimsToCaller(claims, issuerProfileOf({ issuer, claimsNamespace, ...description }));
}

function stepUpOf(claims: Claims, description: Description): PersonCaller['stepUp'] {
  const caller = callerOf({ ...person, ...claims }, description);
  if (caller.kind === 'machine') throw new Error('a machine has no step-up claims');
  return caller.stepUp;
}

describe('the kinds of caller that an issuer may issue', () => {
  it('are both by default', () => {
    expect(callerOf(person).kind).toBe('person');
    expect(callerOf({ ...serviceAccount, gty: 'client-credentials' }).kind).toBe('machine');
  });

  it('refuse a machine of an issuer for people, and a person of an issuer for machines', () => {
    const machine = { ...serviceAccount, gty: 'client-credentials' };
    const refusal = 'the issuer may not issue tokens of a';
    expect(() => callerOf(machine, { issues: ['people'] })).toThrow(`${refusal} machine`);
    expect(() => callerOf(person, { issues: ['machines'] })).toThrow(`${refusal} person`);
    expect(callerOf(person, { issues: ['people'] }).kind).toBe('person');
    expect(callerOf(machine, { issues: ['machines'] }).kind).toBe('machine');
  });

  it.each([['people'], ['machines'], ['people', 'machines']] as const)(
    'never include the service account of a stranger, which shows no kind (%s, %s)',
    (...issues) => {
      expect(() => callerOf(serviceAccount, { issues })).toThrow('neither person nor machine');
    },
  );

  it('do not make a service account with a session a machine', () => {
    const withSession = { ...serviceAccount, sid: 's1', gty: 'client-credentials' };
    expect(() => callerOf(withSession)).toThrow('both person and machine');
  });

  it('read the sign of a session where the profile says', () => {
    const claims = { iss: issuer, sub: 'auth0|1', azp: 'spa', session: { id: 's1' } };
    expect(() => callerOf(claims)).toThrow('neither person nor machine');
    expect(callerOf(claims, { sessionClaims: ['session.id'] }).kind).toBe('person');
  });
});

describe('the organization of a token', () => {
  const listed = { claims: { org_id: 'organization' } };

  it.each([
    ['a text', 'acme'],
    ['an array with one member', ['acme']],
    ['an object with one key', { acme: { id: '7c' } }],
  ])('is read from %s', (_, organization) => {
    expect(callerOf({ ...person, organization }, listed).orgId).toBe('acme');
  });

  it.each([
    ['an array', ['acme', 'initech']],
    ['an object', { acme: {}, initech: {} }],
    ['an array that repeats one', ['acme', 'acme']],
  ])('is never the first of several in %s', (_, organization) => {
    expect(() => callerOf({ ...person, organization }, listed)).toThrow(
      'organization names 2 organizations, not one',
    );
  });

  it.each([[[]], [{}]])('is absent with an empty %j', (organization) => {
    expect(callerOf({ ...person, organization }, listed).orgId).toBeUndefined();
  });

  it.each([[[1]], [[null]], [['']], [{ '': {} }], [['x'.repeat(129)]], [['a\0b']], [null], [7], [true]])(
    'refuses %j',
    (organization) => {
      expect(() => callerOf({ ...person, organization }, listed)).toThrow(/^organization /);
    },
  );

  it('is a text alone where the profile names no path', () => {
    expect(() => callerOf({ ...person, org_id: ['acme'] })).toThrow('org_id is not a string');
    expect(() => callerOf({ ...person, org_id: { acme: {} } })).toThrow('org_id is not a string');
  });
});

describe('permissions', () => {
  const scope = 'openid api:full:read api:full:write';
  const rolePermissions = { 'governance-admin': 'account-admin', reader: 'viewer' } as const;

  it('are read from the path of the profile', () => {
    const claims = { ...person, resource_access: { api: { roles: ['m2m:credentials:read', 'other'] } } };
    const { permissions } = callerOf(claims, { claims: { permissions: 'resource_access.api.roles' } });
    expect(permissions).toEqual(new Set(['m2m:credentials:read']));
  });

  it('come from the roles that the profile maps, and from no claim then', () => {
    const claims = { ...person, scope, realm_access: { roles: ['reader', 'offline_access'] } };
    const description = { claims: { roles: 'realm_access.roles' }, rolePermissions };
    const withClaim = { ...claims, permissions: ['m2m:credentials:write'] };
    const roles = ['reader', 'offline_access'];
    expect(callerOf(withClaim, description)).toMatchObject({
      permissions: permissionsOfRole('viewer'),
      roles,
    });
    const both = { ...person, scope, realm_access: { roles: ['governance-admin', 'reader'] } };
    expect(callerOf(both, description).permissions).toEqual(permissionsOfRole('account-admin'));
    expect(callerOf({ ...person, scope }, description).permissions).toEqual(new Set());
  });

  it('give a role of ours nothing if the profile does not map its name', () => {
    const claims = { ...person, scope, roles: ['account-admin', 'viewer', 'constructor', '__proto__'] };
    expect(callerOf(claims, { rolePermissions }).permissions).toEqual(new Set());
  });

  it.each([undefined, '', 'openid', 'openid email', 'openid api:full', 'API:FULL:WRITE', 'xapi:full:write'])(
    'of roles are none for a person whose token has the scope %j, unless the issuer has no scopes of the API',
    (scope) => {
      const claims = { ...person, roles: ['governance-admin'], ...(scope !== undefined && { scope }) };
      expect(callerOf(claims, { rolePermissions }).permissions).toEqual(new Set());
      const trusting = { rolePermissions, apiScopes: 'none' } as const;
      expect(callerOf(claims, trusting).permissions).toEqual(permissionsOfRole('account-admin'));
    },
  );

  it('keep only those that read for a token that asks to read alone', () => {
    const claims = { ...person, roles: ['governance-admin'] };
    const { permissions } = callerOf({ ...claims, scope: 'openid api:full:read' }, { rolePermissions });
    expect(permissions).toContain('m2m:credentials:read');
    expect([...permissions].filter((permission) => !permission.endsWith(':read'))).toEqual([]);
    const full = callerOf({ ...claims, scope: 'api:full:read api:full:write' }, { rolePermissions });
    expect(full.permissions).toEqual(permissionsOfRole('account-admin'));
  });

  it('of a machine stay limited, those of roles too', () => {
    const machine = { ...serviceAccount, gty: 'client-credentials', roles: ['governance-admin'] };
    const { permissions } = callerOf(machine, { rolePermissions });
    expect(permissions).not.toContain('self:profile:read');
    expect(permissions).not.toContain('self:profile:write');
    expect(permissions).toContain('m2m:credentials:read');
  });
});

describe('an issuer of users and of machines that the platform creates there', () => {
  const description: Description = {
    claims: { org_id: 'organization', roles: 'organization.*.groups' },
    rolePermissions: { '/account-admin': 'account-admin', '/viewer': 'viewer' },
  };
  const admin = {
    ...person,
    scope: 'openid api:full:write',
    organization: { acme: { groups: ['/account-admin'] } },
  };
  const machine = {
    ...serviceAccount,
    gty: 'client-credentials',
    org_id: 'acme',
    permissions: ['m2m:credentials:read', 'self:profile:read'],
  };

  it('names the roles of a user beside their organization', () => {
    expect(callerOf(admin, description)).toMatchObject({
      orgId: 'acme',
      permissions: permissionsOfRole('account-admin'),
      roles: ['/account-admin'],
    });
  });

  it.each([
    ['without an organization', {}],
    ['that is in no group there', { acme: { groups: [] } }],
    ['that has a group of another name', { acme: { groups: ['/account-admin/former', 'account-admin'] } }],
  ])('gives nothing to a user %s', (_, organization) => {
    expect(callerOf({ ...person, organization }, description).permissions).toEqual(new Set());
  });

  it('never adds the roles of one organization to another one', () => {
    const organization = { acme: { groups: ['/account-admin'] }, initech: {} };
    expect(() => callerOf({ ...person, organization }, description)).toThrow(
      'organization names 2 organizations, not one',
    );
  });

  it('has the claims that the platform wrote for a machine', () => {
    expect(callerOf(machine, description)).toMatchObject({
      kind: 'machine',
      orgId: 'acme',
      permissions: new Set(['m2m:credentials:read']),
    });
  });

  it('never widens what a machine asked to narrow', () => {
    const write = { ...machine, permissions: ['m2m:credentials:write'], scope: 'api:full:read' };
    expect(callerOf(write, description).permissions).toEqual(new Set());
    const ofRole = { ...write, organization: { acme: { groups: ['/account-admin'] } } };
    expect(callerOf(ofRole, description).permissions).not.toContain('m2m:credentials:write');
  });

  it('does not give a user those claims of a machine', () => {
    const { orgId, permissions } = callerOf({ ...machine, gty: undefined, sid: 's1' }, description);
    expect([orgId, permissions]).toEqual([undefined, new Set()]);
  });
});

describe('an address', () => {
  const verified = (claims: Claims, names: IssuerDescription['claims']): unknown => {
    const caller = callerOf({ ...person, ...claims }, { claims: names });
    return caller.kind === 'person' && caller.emailVerified;
  };

  it('is verified by the claim that belongs to it, and not by that of another address', () => {
    const claims = { upn: 'a@example.com', email: 'b@example.com', email_verified: true, checked: true };
    expect(verified(claims, {})).toBe(true);
    expect(verified(claims, { email: 'upn' })).toBe(false);
    expect(verified(claims, { email: 'upn', email_verified: 'checked' })).toBe(true);
    expect(verified({ ...claims, email_verified: false }, { email: 'email' })).toBe(false);
    expect(verified(claims, { email: 'email' })).toBe(true);
  });

  it('and name and roles are read from the paths of the profile alone', () => {
    const nested = { mail: 'a@example.com', cn: 'A' };
    const claims = { ...person, email: 'b@example.com', name: 'B', person: nested };
    const names = { email: 'person.mail', name: 'person.cn', roles: 'person.roles' };
    expect(callerOf({ ...claims, roles: ['viewer'] }, { claims: names })).toMatchObject({
      email: 'a@example.com',
      name: 'A',
      roles: [],
    });
  });
});

describe('the time of the second factor', () => {
  const own = `${claimsNamespace}mfa_at`;
  const keycloak = { claims: { mfa_at: 'loa_map.2' }, freshness: 'acr', acrValues: ['2'] } as const;

  it('is our claim, then that of the profile, then auth_time for a listed acr', () => {
    const claims = { auth_time: 300, acr: '2', loa_map: { '2': 200 } };
    expect(stepUpOf({ ...claims, [own]: 100 }, keycloak).mfaAt).toBe(100);
    expect(stepUpOf(claims, keycloak).mfaAt).toBe(200);
    expect(stepUpOf({ auth_time: 300, acr: '2' }, keycloak).mfaAt).toBe(300);
  });

  it('survives factor, password again and single sign-on unchanged, where auth_time grows younger', () => {
    // As measured on Keycloak: the session note keeps the time of the factor.
    const sequence = [
      { auth_time: 1_000, acr: '2', loa_map: { '1': 1_000, '2': 1_000 } },
      { auth_time: 1_008, acr: '2', loa_map: { '1': 1_008, '2': 1_000 } },
      { auth_time: 1_008, acr: '1', loa_map: { '1': 1_008, '2': 1_000 } },
    ];
    expect(sequence.map((claims) => stepUpOf(claims, keycloak).mfaAt)).toEqual([1_000, 1_000, 1_000]);
  });

  it.each([
    ['an acr that is not listed', { acr: '1' }, keycloak],
    ['no acr', {}, keycloak],
    ['a listed acr without auth_time', { acr: '2', auth_time: undefined }, keycloak],
    ['a profile that does not count acr', { acr: '2' }, { acrValues: ['2'] }],
    ['a factor of the first level alone', { loa_map: { '1': 5 } }, { claims: { mfa_at: 'loa_map.2' } }],
  ] as const)('is absent with %s', (_, claims, description) => {
    const present = Object.entries({ ...person, ...claims }).filter(([, value]) => value !== undefined);
    const caller = callerOf(Object.fromEntries(present), description);
    expect(caller).toMatchObject({ stepUp: { mfaAt: undefined } });
  });

  it('refuses an acr of the wrong type where acr counts, and does not read it elsewhere', () => {
    expect(() => stepUpOf({ acr: 2 }, keycloak)).toThrow('acr is not a string');
    expect(stepUpOf({ acr: 2 }, {}).mfaAt).toBeUndefined();
  });
});

describe('the second-factor window', () => {
  const own = `${claimsNamespace}mfa_max_age`;

  it('is our claim, then that of the profile', () => {
    const description = { claims: { mfa_max_age: 'window' } };
    expect(stepUpOf({ [own]: 60, window: 90 }, description)).toEqual({ mfaAt: undefined, mfaMaxAge: 60 });
    expect(stepUpOf({ window: 90 }, description)).toMatchObject({ mfaMaxAge: 90 });
  });

  it('is never that of the token where our policies say it', () => {
    const stepUp = { mfaAt: undefined, mfaMaxAge: undefined, window: 'policy' };
    expect(stepUpOf({ [own]: 0 }, { window: 'policy' })).toEqual(stepUp);
  });
});
