import fc from 'fast-check';
import {
  coversServiceIdentity,
  isPermission,
  type Permission,
  permissions,
  serviceIdentityPermissions,
} from './permission';
import { isRole, permissionsOfRole } from './role';

const sets = fc.subarray([...permissions]).map((list): ReadonlySet<Permission> => new Set(list));
const profile = ['self:profile:read', 'self:profile:write'] as const;

describe('serviceIdentityPermissions', () => {
  it('are the creator’s less the profile, never more', () => {
    fc.assert(
      fc.property(sets, (creator) => {
        const held = serviceIdentityPermissions(creator);
        for (const permission of permissions) {
          const isProfile = (profile as readonly string[]).includes(permission);
          expect(held.has(permission)).toBe(creator.has(permission) && !isProfile);
        }
      }),
    );
  });
});

describe('coversServiceIdentity', () => {
  it('holds exactly when the creator could have made the identity', () => {
    fc.assert(
      fc.property(sets, sets, (creator, identity) => {
        const most = serviceIdentityPermissions(creator);
        expect(coversServiceIdentity(creator, identity)).toBe(
          new Set([...most, ...identity]).size === most.size,
        );
      }),
    );
  });
});

describe('roles', () => {
  it('permit a viewer its own profile and organization, and an account admin everything', () => {
    expect([...permissionsOfRole('viewer')]).toEqual([...profile, 'self:organization:read']);
    expect([...permissionsOfRole('account-admin')]).toEqual([
      ...['self:profile:read', 'self:profile:write', 'self:organization:read'],
      ...['m2m:credentials:read', 'm2m:credentials:write', 'org:invitations:write'],
    ]);
  });

  it('are known by their exact names', () => {
    expect(['viewer', 'account-admin', 'Viewer', 'toString', ''].filter(isRole)).toEqual([
      'viewer',
      'account-admin',
    ]);
    expect(['org:invitations:write', 'org:invitations', 'toString'].filter(isPermission)).toEqual([
      'org:invitations:write',
    ]);
  });
});
