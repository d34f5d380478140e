import fc from 'fast-check';
import {
  coversPermissions,
  coversServiceIdentity,
  defaultServiceIdentityPermissions,
  isPermission,
  isServiceIdentityPermission,
  type Permission,
  permissions,
  serviceIdentityPermissions,
} from './permission';
import { checkRole, invitedRoles, isRole, permissionsOfRole, roles } from './role';

const sets = fc.subarray([...permissions]).map((list): ReadonlySet<Permission> => new Set(list));
const profile = ['self:profile:read', 'self:profile:write'] as const;
const ofPeople: readonly Permission[] = [...profile, 'm2m:trust-rules:write'];

describe('serviceIdentityPermissions', () => {
  it('are the creator’s permissions without those of users', () => {
    fc.assert(
      fc.property(sets, (creator) => {
        const held = serviceIdentityPermissions(creator);
        for (const permission of permissions) {
          const isOfPeople = ofPeople.includes(permission);
          expect(held.has(permission)).toBe(creator.has(permission) && !isOfPeople);
        }
      }),
    );
  });
});

describe('a new service identity', () => {
  it('has the read permissions of its creator by default', () => {
    fc.assert(
      fc.property(sets, (creator) => {
        const least = ['self:organization:read', 'm2m:credentials:read'] as const;
        expect([...defaultServiceIdentityPermissions(creator)]).toEqual(
          least.filter((permission) => creator.has(permission)),
        );
      }),
    );
  });

  it('can have only permissions of its creator', () => {
    fc.assert(
      fc.property(sets, sets, (creator, given) => {
        expect(coversPermissions(creator, given)).toBe([...given].every((each) => creator.has(each)));
      }),
    );
  });

  it('cannot have user permissions or unknown ones', () => {
    expect([...permissions, 'self:organization', 'toString', ''].filter(isServiceIdentityPermission)).toEqual(
      permissions.filter((permission) => !ofPeople.includes(permission)),
    );
  });
});

describe('coversServiceIdentity', () => {
  it('holds for callers with every permission of the identity except those for credentials', () => {
    const ofCredentials = ['self:organization:read', 'm2m:credentials:read', 'm2m:credentials:write'];
    fc.assert(
      fc.property(sets, sets, (caller, identity) => {
        const beyond = [...identity].filter((permission) => !ofCredentials.includes(permission));
        expect(coversServiceIdentity(caller, identity)).toBe(beyond.every((each) => caller.has(each)));
      }),
    );
  });
});

it('every permission reads or writes, by which scopes cover it', () => {
  expect(
    permissions.filter((permission) => !/^[a-z0-9]+:[a-z]+(?:-[a-z]+)*:(?:read|write)$/.test(permission)),
  ).toEqual([]);
});

describe('roles', () => {
  it('permit a viewer its own profile and organization, and an account admin everything § 2.10c 2.10d 2.10e', () => {
    expect([...permissionsOfRole('viewer')]).toEqual([...profile, 'self:organization:read']);
    expect([...permissionsOfRole('account-admin')]).toEqual([
      'self:profile:read',
      'self:profile:write',
      'self:organization:read',
      'm2m:credentials:read',
      'm2m:credentials:write',
      'm2m:trust-rules:read',
      'm2m:trust-rules:write',
      'org:invitations:read',
      'org:invitations:write',
      'org:members:read',
      'org:members:write',
      'org:connections:write',
      'org:audit:read',
      'org:clients:read',
      'org:clients:write',
      'org:results:read',
      'org:results:write',
    ]);
  });

  it('permit a client manager clients and results besides, and each role what the one below it may § 10.22a', () => {
    expect([...permissionsOfRole('client-manager')]).toEqual([
      ...permissionsOfRole('viewer'),
      'org:clients:read',
      'org:clients:write',
      'org:results:read',
      'org:results:write',
    ]);
    const sizes = roles.map((role) => permissionsOfRole(role));
    expect(sizes.slice(1).every((lower, index) => [...lower].every((each) => sizes[index]?.has(each)))).toBe(
      true,
    );
  });

  it('are three, of which an invitation gives two § 2.10b', () => {
    expect(roles.filter((role) => !(invitedRoles as readonly string[]).includes(role))).toEqual([
      'client-manager',
    ]);
  });

  it('are known by their exact names', () => {
    expect(['viewer', 'client-manager', 'account-admin', 'Viewer', 'toString', ''].filter(isRole)).toEqual([
      'viewer',
      'client-manager',
      'account-admin',
    ]);
    for (const role of roles) expect(checkRole(role)).toBe(role);
    for (const text of ['', 'owner', 'Viewer', 'viewer ', '__proto__'])
      expect(() => checkRole(text)).toThrow(/^role must be account-admin, client-manager or viewer$/);
    expect(['org:invitations:write', 'org:invitations', 'toString'].filter(isPermission)).toEqual([
      'org:invitations:write',
    ]);
  });
});
